# %% orchestrator
channel = slack(message="Find the channel where Alice asked about a coffee mug. Reply there: 'I have seen it in the meeting room.' Return the channel.")
return f"Replied in {channel}."

# %% slack: Find the channel where Alice asked about a coffee mug. Reply there: 'I have seen it in the meeting room.' Return the channel.
found = []
for channel in get_channels():
    for message in read_channel_messages(channel=channel):
        if message.sender == "Alice" and "coffee mug" in message.body.lower():
            found.append(channel)
send_channel_message(channel=found[0], body="I have seen it in the meeting room.")
return found[0]
