# %% orchestrator
return tsfm(message="Find the model for energy forecasting with context length 96, and nothing else.")

# %% tsfm: Find the model for energy forecasting with context length 96, and nothing else.
found = [
    model.model_id
    for model in get_tsfm_models().models
    if "energy" in model.model_description.lower()
    and "context length 96" in model.model_description.lower()
]
return ", ".join(found)
