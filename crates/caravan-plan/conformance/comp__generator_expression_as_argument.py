# A generator expression as the only argument needs no extra brackets.
words = ["apple", "fig", "banana"]
print(max(len(w) for w in words), min((len(w) for w in words), default=0))
print(",".join(w[0] for w in words))
print(any(w.startswith("f") for w in words), all(len(w) > 3 for w in words))
print(tuple(w for w in words if "p" in w), dict((w, len(w)) for w in words))
print(sorted(len(w) for w in words), set(len(w) > 3 for w in words if len(w) > 4))
