# %% orchestrator
return fmsr(message="List all failure modes of Chiller 6 at the site MAIN.")

# %% fmsr: List all failure modes of Chiller 6 at the site MAIN.
found = get_failure_modes(asset_name="Chiller 6")
return "The failure modes are:\n" + "\n".join(found.failure_modes)
