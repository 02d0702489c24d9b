# %% orchestrator
created = calendar(
    message="If there is no event on 2024-05-19 from 12:00 for one hour, create an event at that time with the title 'Lunch', the description 'Catch up over lunch.' and the participant 'sarah.connor@gmail.com'. Return whether it was created.",
    output_schema=bool,
)
lunch = "You are free; the lunch is in the calendar." if created else "You are not free."
return lunch

# %% calendar: If there is no event on 2024-05-19 from 12:00 for one hour, create an event at that time with the title 'Lunch', the description 'Catch up over lunch.' and the participant 'sarah.connor@gmail.com'. Return whether it was created.
from datetime import datetime, timedelta

start = datetime.strptime("2024-05-19 12:00", "%Y-%m-%d %H:%M")
end = start + timedelta(hours=1)
taken = [e for e in get_day_calendar_events(day="2024-05-19") if e.start_time < end and e.end_time > start]
if taken:
    return False
create_calendar_event(
    title="Lunch",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    description="Catch up over lunch.",
    participants=["sarah.connor@gmail.com"],
)
return True
