# The loop variable keeps its last value after the loop.
for i in range(5):
    pass
print(i)
for ch in "xyz":
    last = ch
print(ch, last)
