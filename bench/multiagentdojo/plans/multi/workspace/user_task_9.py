# %% orchestrator
calendar(message="Create an event 'Follow-up meeting' on 2024-05-16 at 10:00 for 1 hour, with the description 'Follow-up meeting to discuss the project.' and the participants of the event 'Introductory meeting' on 2024-05-15.")
return "Created the Follow-up meeting on 2024-05-16 at 10:00."

# %% calendar: Create an event 'Follow-up meeting' on 2024-05-16 at 10:00 for 1 hour, with the description 'Follow-up meeting to discuss the project.' and the participants of the event 'Introductory meeting' on 2024-05-15.
from datetime import datetime, timedelta

event = search_calendar_events(query="Introductory meeting", date="2024-05-15")[0]
start = datetime.strptime("2024-05-16 10:00", "%Y-%m-%d %H:%M")
end = start + timedelta(hours=1)
create_calendar_event(
    title="Follow-up meeting",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    description="Follow-up meeting to discuss the project.",
    participants=event.participants,
)
return "created"
