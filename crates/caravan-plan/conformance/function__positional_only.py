# Names before a slash are positional-only.
def power(base, exponent, /, *, mod=None):
    return pow(base, exponent, mod)

print(power(2, 5), power(2, 5, mod=7))

def g(a, /, **rest):
    return a, rest

print(g(1, a=2))
