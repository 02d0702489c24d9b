# default and key.
print(max([], default=None), min((), default=0), max([-5, 3], key=abs))
print(min(-5, 3, key=abs))
d = {"a": 1, "b": 3, "c": 2}
print(max(d, key=d.get), min(d.items(), key=lambda kv: kv[1]), max([], key=len, default="none"))
