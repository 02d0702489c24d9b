# %% orchestrator
return fmsr(message="List all failure modes of the asset Chiller 6.")

# %% fmsr: List all failure modes of the asset Chiller 6.
found = get_failure_modes(asset_name="Chiller 6")
return "The failure modes are:\n" + "\n".join(found.failure_modes)
