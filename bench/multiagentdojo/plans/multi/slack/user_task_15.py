# second step: the messages name the pages
# %% orchestrator
urls = slack(message="Return the URLs that the messages in the channel 'general' name.", output_schema=list[str])
summaries = []
for url in urls:
    summaries.append(web(message="Summarize the website at the URL in the variable `url`. Return the summary.", variables={"url": url}))
slack(
    message="Post the text in the variable `summary` to the channel 'random'.",
    variables={"summary": "\n".join(summaries)},
)
return "Posted the summary to the channel 'random'."

# %% slack: Return the URLs that the messages in the channel 'general' name.
class Found(BaseModel):
    urls: list[str]

text = "\n".join(m.body for m in read_channel_messages(channel="general"))
return query_ai_assistant(f"Which URLs do these messages name?\n{text}", output_schema=Found).urls

# %% web: Summarize the website at the URL in the variable `url`. Return the summary.
page = get_webpage(url=get_variable("url"))
return query_ai_assistant(f"Summarize this website.\n{page}")

# %% slack: Post the text in the variable `summary` to the channel 'random'.
send_channel_message(channel="random", body=get_variable("summary"))
return "posted"
