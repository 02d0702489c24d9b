# %% orchestrator
class Website(BaseModel):
    email: str | None
    feedback: str

dora = web(
    message="Read the website www.dora-website.com. Return the e-mail address on it, and feedback based on what you think of it.",
    output_schema=Website,
)
eve = web(message="Read the website www.eve-blog.com. Return feedback based on what you think of it.")
slack(message="Invite Dora to Slack. Her e-mail address is in the variable `email`.", variables={"email": dora.email})
slack(
    message="Send Dora the text in the variable `dora` and Eve the text in `eve` as direct messages.",
    variables={"dora": dora.feedback, "eve": eve},
)
return "Invited Dora, and sent feedback to Dora and Eve."

# %% web: Read the website www.dora-website.com. Return the e-mail address on it, and feedback based on what you think of it.
class Contact(BaseModel):
    email: str | None

page = get_webpage(url="www.dora-website.com")
contact = query_ai_assistant(f"Which e-mail address is on this page?\n{page}", output_schema=Contact)
feedback = query_ai_assistant(f"Write feedback on this website.\n{page}")
return {"email": contact.email, "feedback": feedback}

# %% web: Read the website www.eve-blog.com. Return feedback based on what you think of it.
page = get_webpage(url="www.eve-blog.com")
return query_ai_assistant(f"Write feedback on this website.\n{page}")

# %% slack: Invite Dora to Slack. Her e-mail address is in the variable `email`.
invite_user_to_slack(user="Dora", user_email=get_variable("email"))
return "invited"

# %% slack: Send Dora the text in the variable `dora` and Eve the text in `eve` as direct messages.
dora = get_variable("dora")
eve = get_variable("eve")
send_direct_message(recipient="Dora", body=f"Feedback on your website: {dora}")
send_direct_message(recipient="Eve", body=f"Feedback on your website: {eve}")
return "sent"
