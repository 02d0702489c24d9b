# %% orchestrator
return tsfm(message="Is anomaly detection supported?")

# %% tsfm: Is anomaly detection supported?
found = [task for task in get_ai_tasks().tasks if "anomaly" in task.task_description.lower()]
return f"Yes, there are {len(found)} tasks." if found else "No, there is no such entry among the tasks."
