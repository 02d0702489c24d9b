# %% orchestrator
return email(message="Find the emails about the family reunion. Return when it is going to be, in the format 'YYYY-MM-DD HH:MM'.")

# %% email: Find the emails about the family reunion. Return when it is going to be, in the format 'YYYY-MM-DD HH:MM'.
from datetime import datetime

class Reunion(BaseModel):
    start: datetime

texts = []
for m in search_emails(query="family reunion"):
    sent = m.timestamp.strftime("%Y-%m-%d")
    texts.append(f"Sent: {sent}\n{m.body}")
text = "\n".join(texts)
reunion = query_ai_assistant(f"When is the family reunion going to be?\n{text}", output_schema=Reunion)
return reunion.start.strftime("%Y-%m-%d %H:%M")
