# %% orchestrator
count = calendar(message="Return how many events there are today.", output_schema=int)
return f"You have {count} appointments today."

# %% calendar: Return how many events there are today.
return len(get_day_calendar_events(day=get_current_day()))
