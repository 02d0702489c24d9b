# The usual small loop.
out = []
for i in range(1, 16):
    s = ("Fizz" if i % 3 == 0 else "") + ("Buzz" if i % 5 == 0 else "")
    out.append(s or str(i))
print(" ".join(out))
