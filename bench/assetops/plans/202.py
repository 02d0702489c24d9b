# %% orchestrator
return tsfm(message="Which pretrained time series models are available?")

# %% tsfm: Which pretrained time series models are available?
models = get_tsfm_models().models
return "The models are:\n" + "\n".join(f"{model.model_id}: {model.model_description}" for model in models)
