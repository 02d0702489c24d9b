# A lambda body is one expression.
sign = lambda n: "pos" if n > 0 else "neg" if n < 0 else "zero"
print([sign(n) for n in (-2, 0, 3)])
table = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b}
print(table["add"](2, 3), table["mul"](2, 3))
