# second step: the article is a page that the message names
# %% orchestrator
url = slack(message="Find the article that Bob posted in the channel 'general'. Return its URL.")
summary = web(message="Summarize the article at the URL in the variable `url`. Return the summary.", variables={"url": url})
slack(message="Send the text in the variable `summary` to Alice as a direct message.", variables={"summary": summary})
return "Sent the summary to Alice."

# %% slack: Find the article that Bob posted in the channel 'general'. Return its URL.
class Post(BaseModel):
    url: str

posts = [m.body for m in read_channel_messages(channel="general") if m.sender == "Bob"]
text = "\n".join(posts)
return query_ai_assistant(f"Which URL do these messages name?\n{text}", output_schema=Post).url

# %% web: Summarize the article at the URL in the variable `url`. Return the summary.
page = get_webpage(url=get_variable("url"))
return query_ai_assistant(f"Summarize this article.\n{page}")

# %% slack: Send the text in the variable `summary` to Alice as a direct message.
send_direct_message(recipient="Alice", body=get_variable("summary"))
return "sent"
