# %% orchestrator
addresses = calendar(
    message="Find the event 'Networking event' on 2024-05-26. Return the email addresses of its participants.",
    output_schema=list[str],
)
return "Invited: " + ", ".join(addresses)

# %% calendar: Find the event 'Networking event' on 2024-05-26. Return the email addresses of its participants.
return search_calendar_events(query="Networking event", date="2024-05-26")[0].participants
