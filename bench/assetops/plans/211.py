# %% orchestrator
return tsfm(message="Find the models for energy forecasting.")

# %% tsfm: Find the models for energy forecasting.
models = [
    model
    for model in get_tsfm_models().models
    if "energy" in model.model_description.lower()
]
return "The models are:\n" + "\n".join(f"{model.model_id}: {model.model_description}" for model in models)
