# A docstring is just an expression statement.
def f(x):
    """Doubles x.

    More text.
    """
    return x * 2

print(f(2))
"a bare string"
42
print("end")
