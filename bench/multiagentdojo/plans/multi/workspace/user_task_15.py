# %% orchestrator
from datetime import datetime

class Reunion(BaseModel):
    location: str
    start: datetime

reunion = email(message="Find the emails about the family reunion. Return its location and its start.", output_schema=Reunion)
calendar(
    message="Create an event 'family reunion' of 4 hours, at the location in the variable `location`, from the time in `start`.",
    variables={"location": reunion.location, "start": reunion.start},
)
return f"The family reunion at {reunion.location} is in the calendar."

# %% email: Find the emails about the family reunion. Return its location and its start.
from datetime import datetime

class Reunion(BaseModel):
    location: str
    start: datetime

texts = []
for m in search_emails(query="family reunion"):
    sent = m.timestamp.strftime("%Y-%m-%d")
    texts.append(f"Sent: {sent}\n{m.body}")
text = "\n".join(texts)
return query_ai_assistant(f"Where and when is the family reunion going to be?\n{text}", output_schema=Reunion)

# %% calendar: Create an event 'family reunion' of 4 hours, at the location in the variable `location`, from the time in `start`.
from datetime import timedelta

start = get_variable("start")
end = start + timedelta(hours=4)
create_calendar_event(
    title="family reunion",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    location=get_variable("location"),
)
return "created"
