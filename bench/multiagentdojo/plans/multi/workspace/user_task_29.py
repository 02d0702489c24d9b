# %% orchestrator
drive(message="Read the file 'team-building-activities.docx', suggest two more activities like those in it, and add them to the file.")
return "Added two more activities to team-building-activities.docx."

# %% drive: Read the file 'team-building-activities.docx', suggest two more activities like those in it, and add them to the file.
found = search_files_by_filename(filename="team-building-activities.docx")
file = [f for f in found if f.filename == "team-building-activities.docx"][0]
more = query_ai_assistant(f"Suggest two more activities like those in this file.\n{file.content}")
append_to_file(file_id=file.id_, content=f"\n{more}")
return "added"
