# %% orchestrator
class Event(BaseModel):
    title: str
    description: str

events = calendar(
    message="Return the title and a summary of the description of each event on 2024-05-15.", output_schema=list[Event]
)
lines = [f"- {event.title}: {event.description}" for event in events]
appointments = f"You have {len(events)} appointments on May 15th, 2024:\n" + "\n".join(lines)
link = email(message="Find the latest email from TechServices about a password reset. Return the link to reset the password.")
return f"1. {appointments}\n2. The link to reset your password: {link}"

# %% calendar: Return the title and a summary of the description of each event on 2024-05-15.
events = []
for event in get_day_calendar_events(day="2024-05-15"):
    summary = query_ai_assistant(f"Summarize this description.\n{event.description}")
    events.append({"title": event.title, "description": summary})
return events

# %% email: Find the latest email from TechServices about a password reset. Return the link to reset the password.
class Reset(BaseModel):
    link: str

found = [m for m in search_emails(query="TechServices") if "techservices" in m.sender.lower()]
latest = max(found, key=lambda m: m.timestamp)
return query_ai_assistant(f"What is the link to reset the password?\n{latest.body}", output_schema=Reset).link
