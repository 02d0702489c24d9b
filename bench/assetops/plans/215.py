# %% orchestrator
return tsfm(message="Are time series regression tasks supported, or any model for forecasting with context length 1024?")

# %% tsfm: Are time series regression tasks supported, or any model for forecasting with context length 1024?
tasks = [task for task in get_ai_tasks().tasks if "regression" in task.task_description.lower()]
models = [model for model in get_tsfm_models().models if "context length 1024" in model.model_description.lower()]
if tasks or models:
    return f"Yes: {len(tasks)} regression tasks, {len(models)} models with context length 1024."
return "No, neither is supported."
