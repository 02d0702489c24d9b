# %% orchestrator
return wo(message="Count the events of the equipment CWC04009 in the first week of June 2020 by event group.")

# %% wo: Count the events of the equipment CWC04009 in the first week of June 2020 by event group.
events = get_events(equipment_id="CWC04009", start_date="2020-06-01", end_date="2020-06-07").events
counts = [
    f"{group}: {len([event for event in events if event.event_group == group])}"
    for group in ["WORK_ORDER", "ALERT", "ANOMALY"]
]
return "Events by group:\n" + "\n".join(counts)
