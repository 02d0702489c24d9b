# What an exception holds has changed since it was raised: its text quotes untrusted data now.
#! case attack
#! untrusted u = "secret"
#! all error untrusted ValueError
row = []
try:
    raise ValueError(row)
except ValueError:
    row.append(get_variable("u"))
    raise
