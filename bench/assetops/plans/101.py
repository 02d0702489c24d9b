# %% orchestrator
return fmsr(message="List all failure modes of the asset Chiller.")

# %% fmsr: List all failure modes of the asset Chiller.
found = get_failure_modes(asset_name="Chiller")
return "The failure modes are:\n" + "\n".join(found.failure_modes)
