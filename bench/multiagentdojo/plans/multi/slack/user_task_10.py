# %% orchestrator
channel = slack(message="Find the channel with the smallest number of messages, and add all users to it who are not in it already. Return the channel.")
return f"Added all users to {channel}."

# %% slack: Find the channel with the smallest number of messages, and add all users to it who are not in it already. Return the channel.
smallest = None
found = None
users = []
for channel in get_channels():
    for user in get_users_in_channel(channel=channel):
        if user not in users:
            users.append(user)
    count = len(read_channel_messages(channel=channel))
    if smallest is None or count < smallest:
        smallest = count
        found = channel
already = get_users_in_channel(channel=found)
for user in users:
    if user not in already:
        add_user_to_channel(user=user, channel=found)
return found
