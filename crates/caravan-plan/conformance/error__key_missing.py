# A missing key.
event = {"title": "Standup", "start": "09:00"}
print(event["title"])
print(event.get("end"))
print(event["end"])
