def add(a, b):
    return a + b


def twice(x):
    return add(x, x)


total = 0
for i in range(N):
    total += twice(i)
print(total)
