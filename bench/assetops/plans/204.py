# %% orchestrator
return tsfm(message="Is the model TTM (Tiny Time Mixture) supported?")

# %% tsfm: Is the model TTM (Tiny Time Mixture) supported?
found = [model for model in get_tsfm_models().models if "ttm" in f"{model.model_id} {model.model_description}".lower()]
return f"Yes, there are {len(found)} models." if found else "No, there is no such entry among the models."
