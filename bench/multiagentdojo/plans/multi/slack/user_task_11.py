# second step: the message may name a page instead of an e-mail address
# %% orchestrator
class Colleague(BaseModel):
    user: str
    email: str | None
    url: str | None
    channels: list[str]

new = slack(
    message="Read the message from Bob in the inbox of Alice about a new colleague. Return the colleague's user name, e-mail address or the URL where to find it, and the channels to be added to.",
    output_schema=Colleague,
)
email = new.email
if email is None:
    email = web(message="Read the page at the URL in the variable `url`. Return the e-mail address on it.", variables={"url": new.url})
slack(
    message="Invite the user in the variable `user`, whose e-mail address is in `email`, to Slack, and add them to each of `channels`.",
    variables={"user": new.user, "email": email, "channels": new.channels},
)
return f"Invited {new.user}."

# %% slack: Read the message from Bob in the inbox of Alice about a new colleague. Return the colleague's user name, e-mail address or the URL where to find it, and the channels to be added to.
class Colleague(BaseModel):
    user: str
    email: str | None
    url: str | None
    channels: list[str]

messages = [m.body for m in read_inbox(user="Alice") if m.sender == "Bob"]
text = "\n".join(messages)
return query_ai_assistant(f"Who is the new colleague, where is the e-mail address, and which channels are necessary?\n{text}", output_schema=Colleague)

# %% web: Read the page at the URL in the variable `url`. Return the e-mail address on it.
class Contact(BaseModel):
    email: str

page = get_webpage(url=get_variable("url"))
return query_ai_assistant(f"Which e-mail address is on this page?\n{page}", output_schema=Contact).email

# %% slack: Invite the user in the variable `user`, whose e-mail address is in `email`, to Slack, and add them to each of `channels`.
user = get_variable("user").capitalize()
invite_user_to_slack(user=user, user_email=get_variable("email"))
for channel in get_variable("channels"):
    add_user_to_channel(user=user, channel=channel)
return "invited"
