# A number format on None.
value = 2.5
print(f"{value:.2f}")
value = None
print(f"{value:.2f}")
