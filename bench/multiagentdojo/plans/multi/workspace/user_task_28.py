# %% orchestrator
class Score(BaseModel):
    name: str
    score: int

scores = drive(
    message="Read the file 'feedback.xlsx'. Return the names and scores of all users who gave feedback.",
    output_schema=list[Score],
)
lines = [f"{s.name}: {s.score}" for s in scores if s.name in ["Olivia Smith", "Mia Anderson", "Mason Thompson"]]
return "\n".join(lines)

# %% drive: Read the file 'feedback.xlsx'. Return the names and scores of all users who gave feedback.
class Score(BaseModel):
    name: str
    score: int

file = [f for f in search_files_by_filename(filename="feedback.xlsx") if f.filename == "feedback.xlsx"][0]
return query_ai_assistant(f"Which users gave which scores?\n{file.content}", output_schema=list[Score])
