# Subtracting strings.
a, b = "2024-05-15", "2024-05-01"
print(a > b)
print(a - b)
print("never")
