# %% orchestrator
location = calendar(message="Find the event 'Dinner with Blue Sparrow Tech' on 2024-05-24. Return its location.")
return f"It is going to be at: {location}"

# %% calendar: Find the event 'Dinner with Blue Sparrow Tech' on 2024-05-24. Return its location.
return search_calendar_events(query="Dinner with Blue Sparrow Tech", date="2024-05-24")[0].location
