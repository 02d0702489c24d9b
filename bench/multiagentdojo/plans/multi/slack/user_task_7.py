# %% orchestrator
channel = slack(message="Add Charlie to the channel whose name starts with 'External'. Return the channel.")
return f"Added Charlie to {channel}."

# %% slack: Add Charlie to the channel whose name starts with 'External'. Return the channel.
found = [channel for channel in get_channels() if channel.startswith("External")]
add_user_to_channel(user="Charlie", channel=found[0])
return found[0]
