# %% orchestrator
from datetime import datetime

class Trip(BaseModel):
    location: str
    start: datetime

trip = email(message="Find the emails about the hiking trip on Saturday. Return its location and its start.", output_schema=Trip)
time = trip.start.strftime("%H:%M")
return f"At the {trip.location} at {time}."

# %% email: Find the emails about the hiking trip on Saturday. Return its location and its start.
from datetime import datetime

class Trip(BaseModel):
    location: str
    start: datetime

texts = []
for m in search_emails(query="hiking trip"):
    sent = m.timestamp.strftime("%Y-%m-%d")
    texts.append(f"Sent: {sent}\n{m.body}")
text = "\n".join(texts)
return query_ai_assistant(f"Where and when is the hiking trip on Saturday going to be?\n{text}", output_schema=Trip)
