# Plain recursion.
def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)

print(fact(5), fact(20), fact(25))

def depth(tree):
    return 0 if not isinstance(tree, list) else 1 + max((depth(t) for t in tree), default=0)

print(depth([1, [2, [3]], []]))
