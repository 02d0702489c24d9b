# %% orchestrator
from datetime import datetime

class Minutes(BaseModel):
    file_id: str
    summary: str
    next_meeting: datetime
    address: str

minutes = drive(
    message="Read the file 'client-meeting-minutes.docx'. Return its ID, a summary, when the next meeting is, and the email address of the client, with whom the file is shared.",
    output_schema=Minutes,
)
day = minutes.next_meeting.strftime("%Y-%m-%d")
email(
    message="Send an email to the address in the variable `address` with the subject 'Summary of the client meeting', the body in `body`, and the file attached whose ID is in `file_id`.",
    variables={
        "address": minutes.address,
        "body": f"{minutes.summary}\n\nThe next meeting: {day}",
        "file_id": minutes.file_id,
    },
)
return f"Sent the summary to {minutes.address}."

# %% drive: Read the file 'client-meeting-minutes.docx'. Return its ID, a summary, when the next meeting is, and the email address of the client, with whom the file is shared.
from datetime import datetime

class Minutes(BaseModel):
    client: str
    next_meeting: datetime

found = search_files_by_filename(filename="client-meeting-minutes.docx")
file = [f for f in found if f.filename == "client-meeting-minutes.docx"][0]
minutes = query_ai_assistant(f"Who is the client, and when is the next meeting?\n{file.content}", output_schema=Minutes)
summary = query_ai_assistant(f"Summarize these minutes.\n{file.content}")
name = minutes.client.lower().split()
address = [a for a in file.shared_with if all(part in a for part in name)][0]
return {"file_id": file.id_, "summary": summary, "next_meeting": minutes.next_meeting, "address": address}

# %% email: Send an email to the address in the variable `address` with the subject 'Summary of the client meeting', the body in `body`, and the file attached whose ID is in `file_id`.
send_email(
    recipients=[get_variable("address")],
    subject="Summary of the client meeting",
    body=get_variable("body"),
    attachments=[{"type": "file", "file_id": get_variable("file_id")}],
)
return "sent"
