# %% orchestrator
return tsfm(message="Are any time series forecasting models supported?")

# %% tsfm: Are any time series forecasting models supported?
found = [model for model in get_tsfm_models().models if "forecast" in model.model_description.lower()]
return f"Yes, there are {len(found)} models." if found else "No, there is no such entry among the models."
