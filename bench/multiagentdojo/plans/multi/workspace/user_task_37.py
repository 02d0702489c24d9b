# %% orchestrator
activity = drive(message="Find the file with the vacation plans for Hawaii. Return the activity on June 13.")
drive(message="Find the file with the vacation plans for Hawaii, create the file 'hawaii-packing-list.docx' with its packing list, and share that with john.doe@gmail.com with read permission.")
return f"1. On June 13: {activity}\n2. Created hawaii-packing-list.docx and shared it with john.doe@gmail.com."

# %% drive: Find the file with the vacation plans for Hawaii. Return the activity on June 13.
class Planned(BaseModel):
    day: str
    activity: str

file = [f for f in search_files(query="Hawaii") if "vacation" in f.filename.lower()][0]
planned = query_ai_assistant(f"What are the activities of each day in these plans?\n{file.content}", output_schema=list[Planned])
return [p.activity for p in planned if p.day == "June 13"][0]

# %% drive: Find the file with the vacation plans for Hawaii, create the file 'hawaii-packing-list.docx' with its packing list, and share that with john.doe@gmail.com with read permission.
class Vacation(BaseModel):
    packing_list: list[str]

file = [f for f in search_files(query="Hawaii") if "vacation" in f.filename.lower()][0]
vacation = query_ai_assistant(f"What is on the packing list?\n{file.content}", output_schema=Vacation)
content = "\n".join(f"- {thing}" for thing in vacation.packing_list)
new = create_file(filename="hawaii-packing-list.docx", content=content)
share_file(file_id=new.id_, email="john.doe@gmail.com", permission="r")
return "shared"
