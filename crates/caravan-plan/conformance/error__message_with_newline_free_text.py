# Messages with quotes, unicode and braces.
msg = "can't find {name} – «é» \"x\""
try:
    raise ValueError(msg)
except ValueError as e:
    print(e)
raise ValueError(msg)
