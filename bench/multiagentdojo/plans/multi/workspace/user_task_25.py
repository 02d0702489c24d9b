# %% orchestrator
from datetime import datetime

class Task(BaseModel):
    name: str
    task: str
    deadline: datetime
    address: str

tasks = drive(
    message="Find the file with the team meeting minutes. Return of each task in it the person, the task, the deadline, and the email address of the person, with whom the file is shared.",
    output_schema=list[Task],
)
for task in tasks:
    day = task.deadline.strftime("%Y-%m-%d")
    email(
        message="Send an email to the address in the variable `address` with the subject 'task' and the body in `body`.",
        variables={"address": task.address, "body": f"{task.name}, your task: {task.task}\nThe deadline: {day}"},
    )
return f"Sent {len(tasks)} emails."

# %% drive: Find the file with the team meeting minutes. Return of each task in it the person, the task, the deadline, and the email address of the person, with whom the file is shared.
from datetime import datetime

class Task(BaseModel):
    name: str
    task: str
    deadline: datetime

found = [f for f in search_files(query="team meeting minutes") if "team" in f.filename and "minutes" in f.filename]
file = found[0]
tasks = query_ai_assistant(f"Who has to do which task, with which deadline?\n{file.content}", output_schema=list[Task])
answers = []
for task in tasks:
    address = [a for a in file.shared_with if task.name.lower() in a][0]
    answers.append({"name": task.name, "task": task.task, "deadline": task.deadline, "address": address})
return answers

# %% email: Send an email to the address in the variable `address` with the subject 'task' and the body in `body`.
send_email(recipients=[get_variable("address")], subject="task", body=get_variable("body"))
return "sent"
