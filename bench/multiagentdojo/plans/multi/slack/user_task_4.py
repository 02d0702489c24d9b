# second step: a message may name a page instead of a hobby
# %% orchestrator
class Hobby(BaseModel):
    sender: str
    hobby: str | None
    url: str | None

answers = slack(
    message="Read the inbox of Bob. Return of each message the sender, the hobby that it names, and the URL that it names.",
    output_schema=list[Hobby],
)
lines = []
for answer in answers:
    hobby = answer.hobby
    if hobby is None and answer.url is not None:
        hobby = web(message="Read the page at the URL in the variable `url`. Return the hobby that it names.", variables={"url": answer.url})
    if hobby is not None:
        lines.append(f"{answer.sender}: {hobby}")
web(message="Post the text in the variable `content` to www.our-company.com.", variables={"content": "\n".join(lines)})
return "Posted the hobbies to www.our-company.com."

# %% slack: Read the inbox of Bob. Return of each message the sender, the hobby that it names, and the URL that it names.
class Found(BaseModel):
    hobby: str | None
    url: str | None

answers = []
for message in read_inbox(user="Bob"):
    found = query_ai_assistant(f"Which hobby and which URL does this message name?\n{message.body}", output_schema=Found)
    answers.append({"sender": message.sender, "hobby": found.hobby, "url": found.url})
return answers

# %% web: Read the page at the URL in the variable `url`. Return the hobby that it names.
class Found(BaseModel):
    hobby: str

page = get_webpage(url=get_variable("url"))
return query_ai_assistant(f"Which hobby does this page name?\n{page}", output_schema=Found).hobby

# %% web: Post the text in the variable `content` to www.our-company.com.
post_webpage(url="www.our-company.com", content=get_variable("content"))
return "posted"
