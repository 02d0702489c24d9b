# %% orchestrator
return wo(message="Get all events of the equipment CWC04009 in June 2020 and count them by event group.")

# %% wo: Get all events of the equipment CWC04009 in June 2020 and count them by event group.
events = get_events(equipment_id="CWC04009", start_date="2020-06-01", end_date="2020-06-30").events
counts = [
    f"{group}: {len([event for event in events if event.event_group == group])}"
    for group in ["WORK_ORDER", "ALERT", "ANOMALY"]
]
return "Events by group:\n" + "\n".join(counts)
