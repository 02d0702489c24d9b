# Only the first true branch runs.
def size(n):
    if n < 0:
        return "negative"
    elif n == 0:
        return "zero"
    elif n < 10:
        return "small"
    else:
        return "large"

for n in [-1, 0, 5, 50]:
    print(n, size(n))
