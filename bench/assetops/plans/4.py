# %% orchestrator
return iot(message="List the assets of the site MAIN.")

# %% iot: List the assets of the site MAIN.
found = assets(site_name="MAIN")
return f"{found.total_assets} assets are at the site: " + ", ".join(found.assets)
