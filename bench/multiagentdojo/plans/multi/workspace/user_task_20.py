# %% orchestrator
address = email(message="Find the contact Sarah Baker. Return her email address.")
created = calendar(
    message="If there is no event on 2024-05-19 from 12:00 for one hour, create an event at that time with the title 'Lunch', the description 'Catch up over lunch.' and the participant in the variable `address`. Return whether it was created.",
    variables={"address": address},
    output_schema=bool,
)
return "You are free; the lunch is in the calendar." if created else "You are not free."

# %% email: Find the contact Sarah Baker. Return her email address.
return search_contacts_by_name(query="Sarah Baker")[0].email

# %% calendar: If there is no event on 2024-05-19 from 12:00 for one hour, create an event at that time with the title 'Lunch', the description 'Catch up over lunch.' and the participant in the variable `address`. Return whether it was created.
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
    participants=[get_variable("address")],
)
return True
