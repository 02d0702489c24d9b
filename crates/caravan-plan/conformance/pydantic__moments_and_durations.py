# Moments from numbers, and durations as ISO 8601 writes them.
from datetime import datetime, timedelta

from pydantic import BaseModel


class Event(BaseModel):
    start: datetime
    length: timedelta = timedelta(hours=1)


print(Event(start=0).start.isoformat(), Event(start=1767225600000).start.isoformat())
for length in [timedelta(), timedelta(minutes=90), timedelta(days=2, seconds=5), timedelta(milliseconds=1500)]:
    print(Event(start="2026-05-01", length=length).model_dump_json())
