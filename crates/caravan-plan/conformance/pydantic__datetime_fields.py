# Dates and datetimes are parsed out of text.
from datetime import date, datetime
from pydantic import BaseModel

class Event(BaseModel):
    day: date
    at: datetime | None = None

e = Event(day="2024-05-15", at="2024-05-15T10:30:00")
print(e.day, e.at, e.day == date(2024, 5, 15), e.at == datetime(2024, 5, 15, 10, 30))
print(e)
print(e.model_dump_json(), Event(day=date(2024, 1, 2)).model_dump())
