# %% orchestrator
return tsfm(message="Which types of time series analysis are supported?")

# %% tsfm: Which types of time series analysis are supported?
tasks = get_ai_tasks().tasks
return "These are supported:\n" + "\n".join(f"{task.task_id}: {task.task_description}" for task in tasks)
