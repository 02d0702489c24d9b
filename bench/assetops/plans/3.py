# %% orchestrator
return iot(message="Which assets are at the site MAIN?")

# %% iot: Which assets are at the site MAIN?
found = assets(site_name="MAIN")
return f"{found.total_assets} assets are at the site: " + ", ".join(found.assets)
