# %% orchestrator
return iot(message="Which IoT sites are there?")

# %% iot: Which IoT sites are there?
return "The sites are: " + ", ".join(sites().sites)
