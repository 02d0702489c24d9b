# **kwargs gathers extra keywords into a dict, in order.
def f(a, **options):
    return a, options

print(f(1))
print(f(1, z=26, b=2))
print(f(**{"a": 0, "x": 1}, y=2))
