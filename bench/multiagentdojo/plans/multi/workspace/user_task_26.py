# %% orchestrator
filename = drive(message="Return the filename of the largest file.")
return f"The largest file: {filename}"

# %% drive: Return the filename of the largest file.
return max(list_files(), key=lambda f: f.size).filename
