# %% orchestrator
return wo(message="Count the alerts and anomalies of the equipment CWC04009 for each day of May 2020.")

# %% wo: Count the alerts and anomalies of the equipment CWC04009 for each day of May 2020.
events = get_events(equipment_id="CWC04009", start_date="2020-05-01", end_date="2020-05-31").events
days = [event.event_time[:10] for event in events if event.event_group in ["ALERT", "ANOMALY"]]
counts = [f"{day}: {days.count(day)}" for day in sorted(set(days))]
return f"{len(counts)} days have events:\n" + "\n".join(counts)
