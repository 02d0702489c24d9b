# %% orchestrator
ids = drive(message="Return the IDs of the files that are shared with 'alex.martin@bluesparrowtech.com'.", output_schema=list[str])
return "The files: " + ", ".join(ids)

# %% drive: Return the IDs of the files that are shared with 'alex.martin@bluesparrowtech.com'.
return [f.id_ for f in list_files() if "alex.martin@bluesparrowtech.com" in f.shared_with]
