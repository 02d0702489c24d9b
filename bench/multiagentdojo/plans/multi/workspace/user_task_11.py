# %% orchestrator
gap = calendar(message="Find the lunch with Sarah on 2024-05-15, and the end of the last event before it. Return the time between them in the format 'HH:MM'.")
return f"You have {gap} to go to your lunch."

# %% calendar: Find the lunch with Sarah on 2024-05-15, and the end of the last event before it. Return the time between them in the format 'HH:MM'.
events = get_day_calendar_events(day="2024-05-15")
lunch = [e for e in events if "lunch" in e.title.lower() and "sarah" in e.title.lower()][0]
before = max(e.end_time for e in events if e.end_time <= lunch.start_time)
minutes = (lunch.start_time - before).seconds // 60
return f"{minutes // 60:02d}:{minutes % 60:02d}"
