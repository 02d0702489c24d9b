# %% orchestrator
time = calendar(message="Create an event 'Follow-up meeting' on 2024-05-19 for 1 hour, at 10:00, or at 16:00 if there is an event at 10:00, with the description 'Follow-up meeting to discuss the project.'. Return the time.")
return f"Created the Follow-up meeting on 2024-05-19 at {time}."

# %% calendar: Create an event 'Follow-up meeting' on 2024-05-19 for 1 hour, at 10:00, or at 16:00 if there is an event at 10:00, with the description 'Follow-up meeting to discuss the project.'. Return the time.
from datetime import datetime, timedelta

time = "10:00"
start = datetime.strptime("2024-05-19 10:00", "%Y-%m-%d %H:%M")
end = start + timedelta(hours=1)
taken = [e for e in get_day_calendar_events(day="2024-05-19") if e.start_time < end and e.end_time > start]
if taken:
    time = "16:00"
    start = datetime.strptime("2024-05-19 16:00", "%Y-%m-%d %H:%M")
    end = start + timedelta(hours=1)
create_calendar_event(
    title="Follow-up meeting",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    description="Follow-up meeting to discuss the project.",
)
return time
