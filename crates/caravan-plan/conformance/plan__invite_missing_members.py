# Inviting those not yet in a channel.
channels = {"general": ["ann", "bob"], "private": ["ann"], "off-topic": []}
wanted = ["ann", "bob", "cy"]
actions = []
for channel, members in channels.items():
    for user in wanted:
        if user not in members:
            members.append(user)
            actions.append(f"invite {user} to {channel}")
print("\n".join(actions))
print({c: len(m) for c, m in channels.items()})
