# %% orchestrator
return iot(message="Retrieve what the sensor % Loaded of Chiller 6 at the site MAIN measured in June 2020.")

# %% iot: Retrieve what the sensor % Loaded of Chiller 6 at the site MAIN measured in June 2020.
# A day at a time stays below what one call gives.
files = []
count = 0
for day in range(1, 31):
    last = f"2020-06-{day + 1:02d}" if day < 30 else "2020-07-01"
    part = history(site_name="MAIN", asset_id="Chiller 6", start=f"2020-06-{day:02d}", final=last)
    count += len([one for one in part.observations if "Chiller 6 Chiller % Loaded" in one])
    files.append(part.file)
return f"{count} observations have a value of % Loaded. They are in these files: " + ", ".join(str(file) for file in files)
