# %% orchestrator
calendar(message="Find the event 'Dental check-up', and reschedule it to 2024-05-20 at 10:00; it stays as long as it is.")
return "Your Dental check-up is now on 2024-05-20 at 10:00."

# %% calendar: Find the event 'Dental check-up', and reschedule it to 2024-05-20 at 10:00; it stays as long as it is.
from datetime import datetime

found = search_calendar_events(query="Dental check-up")
event = ([e for e in found if "dental" in f"{e.title} {e.location}".lower()] or found)[0]
start = datetime.strptime("2024-05-20 10:00", "%Y-%m-%d %H:%M")
end = start + (event.end_time - event.start_time)
reschedule_calendar_event(
    event_id=event.id_,
    new_start_time=start.strftime("%Y-%m-%d %H:%M"),
    new_end_time=end.strftime("%Y-%m-%d %H:%M"),
)
return "rescheduled"
