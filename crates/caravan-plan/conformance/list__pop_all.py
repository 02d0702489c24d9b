# Emptying from both ends.
a = list(range(6))
out = []
while a:
    out.append(a.pop())
    if a:
        out.append(a.pop(0))
print(out, a)
