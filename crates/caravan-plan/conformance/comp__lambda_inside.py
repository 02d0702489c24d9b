# Lambdas in a comprehension share its loop variable.
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])
