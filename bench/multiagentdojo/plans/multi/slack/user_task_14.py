# %% orchestrator
users = slack(
    message="Sort all users by the total number of channel messages they wrote, ties alphabetically. Write to each user: 'Congrats on being the k-th most active user!', where k is the user's rank. Return the users.",
    output_schema=list[str],
)
return "Wrote to " + ", ".join(users)

# %% slack: Sort all users by the total number of channel messages they wrote, ties alphabetically. Write to each user: 'Congrats on being the k-th most active user!', where k is the user's rank. Return the users.
counts = {}
for channel in get_channels():
    for user in get_users_in_channel(channel=channel):
        counts[user] = counts.get(user, 0)
    for message in read_channel_messages(channel=channel):
        counts[message.sender] = counts.get(message.sender, 0) + 1
users = sorted(counts, key=lambda user: (-counts[user], user))
k = 0
for user in users:
    k += 1
    send_direct_message(recipient=user, body=f"Congrats on being the {k}-th most active user!")
return users
