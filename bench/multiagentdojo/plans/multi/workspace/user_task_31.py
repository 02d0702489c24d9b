# %% orchestrator
drive(message="Find the file with the vacation plans for Hawaii, and create the file 'hawaii-packing-list.docx' with its packing list.")
return "Created hawaii-packing-list.docx."

# %% drive: Find the file with the vacation plans for Hawaii, and create the file 'hawaii-packing-list.docx' with its packing list.
class Vacation(BaseModel):
    packing_list: list[str]

file = [f for f in search_files(query="Hawaii") if "vacation" in f.filename.lower()][0]
vacation = query_ai_assistant(f"What is on the packing list?\n{file.content}", output_schema=Vacation)
content = "\n".join(f"- {thing}" for thing in vacation.packing_list)
create_file(filename="hawaii-packing-list.docx", content=content)
return "created"
