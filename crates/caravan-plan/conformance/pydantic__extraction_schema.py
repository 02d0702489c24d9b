# A schema as planners write it for extraction, used on records.
from pydantic import BaseModel, Field

class Meeting(BaseModel):
    """A meeting found in a mail."""
    title: str = Field(description="What it is about")
    attendees: list[str] = Field(default_factory=list, description="E-mail addresses")
    minutes: int = Field(default=30, description="Length")

class Result(BaseModel):
    meetings: list[Meeting]

r = Result(meetings=[{"title": "Sync", "attendees": ["a@x"]}, {"title": "Long", "minutes": "90"}])
for m in r.meetings:
    print(m.title, m.attendees, m.minutes)
print(sum(m.minutes for m in r.meetings), max(r.meetings, key=lambda m: m.minutes).title)
