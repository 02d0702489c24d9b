# One template formatted many times.
line = "{name:<8}|{score:>6.1f}|{rank:^5}|"
for i, (n, s) in enumerate([("ann", 91.25), ("bob", 7)], 1):
    print(line.format(name=n, score=s, rank=i))
print("{:>{w}}".format("x", w=4), "{0:{1}}".format("y", "^5"))
