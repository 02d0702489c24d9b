# A message that depends on several optional values.
def describe(guest, room=None, *, late=False, notes=()):
    parts = [f"{guest}"]
    if room is not None:
        parts.append(f"in room {room}")
    if late:
        parts.append("arriving late")
    text = ", ".join(parts)
    return f"{text} ({'; '.join(notes)})" if notes else text

print(describe("Ann"))
print(describe("Bob", 12, late=True))
print(describe("Cy", notes=["vegan", "crib"]))
print(describe(**{"guest": "Dee", "room": 0}))
