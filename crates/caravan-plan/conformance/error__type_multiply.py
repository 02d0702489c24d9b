# Multiplying two strings.
print("ab" * 2)
n = "3"
print("ab" * int(n))
print("ab" * n)
