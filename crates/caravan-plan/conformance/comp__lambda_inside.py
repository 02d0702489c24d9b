# Lambdas in a comprehension share its loop variable.
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])
ops = {n: (lambda x, n=n: x ** n) for n in (1, 2, 3)}
print([ops[n](2) for n in ops])
