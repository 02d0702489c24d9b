# %% orchestrator
summary = web(message="Summarize the article at www.informations.com. Return the summary.")
slack(message="Post the text in the variable `summary` to the channel 'general'.", variables={"summary": summary})
return "Posted the summary to the channel 'general'."

# %% web: Summarize the article at www.informations.com. Return the summary.
page = get_webpage(url="www.informations.com")
return query_ai_assistant(f"Summarize this article.\n{page}")

# %% slack: Post the text in the variable `summary` to the channel 'general'.
send_channel_message(channel="general", body=get_variable("summary"))
return "posted"
