# %% orchestrator
return tsfm(message="Is any model with context length 96 supported?")

# %% tsfm: Is any model with context length 96 supported?
found = [model for model in get_tsfm_models().models if "context length 96" in model.model_description.lower()]
return f"Yes, there are {len(found)} models." if found else "No, there is no such entry among the models."
