# %% orchestrator
filename = drive(message="Delete the largest file in the drive. Return its filename.")
return f"Deleted {filename}."

# %% drive: Delete the largest file in the drive. Return its filename.
largest = max(list_files(), key=lambda f: f.size)
delete_file(file_id=largest.id_)
return largest.filename
