# %% orchestrator
from datetime import datetime

class Trip(BaseModel):
    location: str
    start: datetime
    email: str

trip = email(
    message="Find the emails from Mark about the hiking trip. Return its location, its start, and the email address of Mark.",
    output_schema=Trip,
)
calendar(
    message="Create an event 'hiking trip with Mark' of 5 hours, at the location in the variable `location`, from the time in `start`, with the participant in `email`.",
    variables={"location": trip.location, "start": trip.start, "email": trip.email},
)
return f"The hiking trip to the {trip.location} is in the calendar, and Mark is invited."

# %% email: Find the emails from Mark about the hiking trip. Return its location, its start, and the email address of Mark.
from datetime import datetime

class Trip(BaseModel):
    location: str
    start: datetime

found = [m for m in search_emails(query="hiking trip") if "mark" in m.sender.lower()]
texts = []
for m in found:
    sent = m.timestamp.strftime("%Y-%m-%d")
    texts.append(f"Sent: {sent}\n{m.body}")
text = "\n".join(texts)
trip = query_ai_assistant(f"Where and when is the hiking trip going to be?\n{text}", output_schema=Trip)
return {"location": trip.location, "start": trip.start, "email": found[0].sender}

# %% calendar: Create an event 'hiking trip with Mark' of 5 hours, at the location in the variable `location`, from the time in `start`, with the participant in `email`.
from datetime import timedelta

start = get_variable("start")
end = start + timedelta(hours=5)
create_calendar_event(
    title="hiking trip with Mark",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    location=get_variable("location"),
    participants=[get_variable("email")],
)
return "created"
