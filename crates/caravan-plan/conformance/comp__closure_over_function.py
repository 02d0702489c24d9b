# A comprehension sees the enclosing function's names.
def scale(xs, k):
    return [x * k for x in xs if x < len(xs)]

print(scale([0, 1, 5], 10))

def pairs(n):
    return {(i, j): i * j + n for i in range(n) for j in range(n)}

print(pairs(2))
