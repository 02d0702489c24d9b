# Repetition and concatenation.
print("ab" * 3, 2 * "-", repr("x" * 0), repr("x" * -1))
print("a" + "b" + "c" * 2, ("=" * 10)[:5])
s = "a"
s *= 4
print(s)
