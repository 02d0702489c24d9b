# A KeyError's message is shown as a repr.
try:
    raise KeyError("no such user")
except KeyError as e:
    print(e)
raise KeyError("no such 'room'")
