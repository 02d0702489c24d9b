# format_map and unpacked arguments.
d = {"name": "Ann", "n": 3}
print("{name} has {n}".format_map(d), "{name} has {n:03d}".format(**d))
print("{}-{}".format(*["a", "b"]))
print("{0}{1}{0}".format("ab", "c"), "{a.real}".format(a=5))
