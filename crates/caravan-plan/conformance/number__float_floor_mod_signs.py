# The sign of a float modulo follows the divisor.
print(-1.5 % 1, 1.5 % -1, -0.5 // 1)
print(5.5 // -2, 5.5 % -2, 0.0 % 3)
print(-6.0 % 3)
print(1e20 // 3, 1e20 % 3, 3 % 1e20)
print(-1e-20 % 1)
