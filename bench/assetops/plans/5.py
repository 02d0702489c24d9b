# %% orchestrator
return iot(message="Tell what is recorded about Chiller 6 at the site MAIN: its sensors.")

# %% iot: Tell what is recorded about Chiller 6 at the site MAIN: its sensors.
found = sensors(site_name="MAIN", asset_id="Chiller 6")
return f"It has {found.total_sensors} sensors: " + ", ".join(found.sensors)
