# %% orchestrator
return tsfm(message="Is time series classification supported?")

# %% tsfm: Is time series classification supported?
found = [task for task in get_ai_tasks().tasks if "classification" in task.task_description.lower()]
return f"Yes, there are {len(found)} tasks." if found else "No, there is no such entry among the tasks."
