# %% orchestrator
return tsfm(message="How many models with context length exactly 96 are supported?")

# %% tsfm: How many models with context length exactly 96 are supported?
models = [model for model in get_tsfm_models().models if "context length 96" in model.model_description.lower()]
return f"{len(models)} models"
