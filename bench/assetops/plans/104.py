# %% orchestrator
return iot(message="List the sensors that are installed at Chiller 6.")

# %% iot: List the sensors that are installed at Chiller 6.
found = sensors(site_name="MAIN", asset_id="Chiller 6")
return f"It has {found.total_sensors} sensors: " + ", ".join(found.sensors)
