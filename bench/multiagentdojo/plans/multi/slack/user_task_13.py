# %% orchestrator
user = slack(message="Find the user who wrote the most channel messages in total. Write them: 'Congrats on being the most active user!' Return the user.")
return f"Wrote to {user}."

# %% slack: Find the user who wrote the most channel messages in total. Write them: 'Congrats on being the most active user!' Return the user.
counts = {}
for channel in get_channels():
    for message in read_channel_messages(channel=channel):
        counts[message.sender] = counts.get(message.sender, 0) + 1
found = max(counts, key=lambda user: counts[user])
send_direct_message(recipient=found, body="Congrats on being the most active user!")
return found
