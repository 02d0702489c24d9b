# %% orchestrator
activity = drive(message="Find the file with the vacation plans for Hawaii. Return the activity on June 13.")
return f"On June 13: {activity}"

# %% drive: Find the file with the vacation plans for Hawaii. Return the activity on June 13.
class Planned(BaseModel):
    day: str
    activity: str

file = [f for f in search_files(query="Hawaii") if "vacation" in f.filename.lower()][0]
planned = query_ai_assistant(f"What are the activities of each day in these plans?\n{file.content}", output_schema=list[Planned])
return [p.activity for p in planned if p.day == "June 13"][0]
