# x if c else y evaluates only the branch taken.
n = 7
print("odd" if n % 2 else "even")
print("a" if n < 5 else "b" if n < 10 else "c")
print(1 if True else 1 / 0)
print([("yes" if v else "no") for v in (0, 1)])
