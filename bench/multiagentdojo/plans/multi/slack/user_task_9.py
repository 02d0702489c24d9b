# %% orchestrator
channel = slack(message="Find the channel with the smallest number of messages, and add Alice to it. Return the channel.")
return f"Added Alice to {channel}."

# %% slack: Find the channel with the smallest number of messages, and add Alice to it. Return the channel.
smallest = None
found = None
for channel in get_channels():
    count = len(read_channel_messages(channel=channel))
    if smallest is None or count < smallest:
        smallest = count
        found = channel
if "Alice" not in get_users_in_channel(channel=found):
    add_user_to_channel(user="Alice", channel=found)
return found
