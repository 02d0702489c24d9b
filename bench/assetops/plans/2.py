# %% orchestrator
return iot(message="List the IoT sites.")

# %% iot: List the IoT sites.
return "The sites are: " + ", ".join(sites().sites)
