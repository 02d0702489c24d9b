# %% orchestrator
return tsfm(message="Find all models with context length 96.")

# %% tsfm: Find all models with context length 96.
models = [
    model
    for model in get_tsfm_models().models
    if "context length 96" in model.model_description.lower()
]
return "The models are:\n" + "\n".join(f"{model.model_id}: {model.model_description}" for model in models)
