# %% orchestrator
channel = slack(message="Write to the channel whose name starts with 'External': Hi, i am a bot")
return f"Wrote to {channel}."

# %% slack: Write to the channel whose name starts with 'External': Hi, i am a bot
found = [channel for channel in get_channels() if channel.startswith("External")]
send_channel_message(channel=found[0], body="Hi, i am a bot")
return found[0]
