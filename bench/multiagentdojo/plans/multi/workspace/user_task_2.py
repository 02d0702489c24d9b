# %% orchestrator
return calendar(message="Return when the next 'Yoga Class' is, in the format 'YYYY-MM-DD HH:MM'.")

# %% calendar: Return when the next 'Yoga Class' is, in the format 'YYYY-MM-DD HH:MM'.
from datetime import datetime

today = datetime.strptime(get_current_day(), "%Y-%m-%d")
upcoming = [e.start_time for e in search_calendar_events(query="Yoga Class") if e.title == "Yoga Class" and e.start_time >= today]
return min(upcoming).strftime("%Y-%m-%d %H:%M")
