# %% orchestrator
calendar(message="Find the event 'Introductory meeting' on 2024-05-15, and add the participants john.doe@clientcorp.com and maria.garcia@bluesparrowtech.com.")
return "Added both to the participants of the Introductory meeting."

# %% calendar: Find the event 'Introductory meeting' on 2024-05-15, and add the participants john.doe@clientcorp.com and maria.garcia@bluesparrowtech.com.
event = search_calendar_events(query="Introductory meeting", date="2024-05-15")[0]
add_calendar_event_participants(
    event_id=event.id_, participants=["john.doe@clientcorp.com", "maria.garcia@bluesparrowtech.com"]
)
return "added"
