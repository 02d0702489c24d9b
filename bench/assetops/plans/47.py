# %% orchestrator
return iot(message="List all chillers at the site MAIN.")

# %% iot: List all chillers at the site MAIN.
chillers = [asset for asset in assets(site_name="MAIN").assets if "chiller" in asset.lower()]
return f"{len(chillers)} chillers: " + ", ".join(chillers)
