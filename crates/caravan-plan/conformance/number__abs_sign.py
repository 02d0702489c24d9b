# abs and unary operators.
print(abs(-5), abs(5), abs(-2.5))
print(abs(True), -(-3), +-3)
print(- -3, abs(-10 ** 30))
print(-3 ** 2, (-3) ** 2, -3 % 5)
print(-(3 % 5), ~0, ~-1)
