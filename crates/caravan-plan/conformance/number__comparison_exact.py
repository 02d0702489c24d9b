# int and float compare exactly.
big = 2 ** 53
print(big + 1 > float(big), float(big) == big, big + 1 == float(big + 1))
print(1e308 < 10 ** 309, 10 ** 309 > 1e308)
print(0.1 + 0.2 == 0.3, 0.5 + 0.25 == 0.75, 1 < 1.5 < 2)
print(-1 < -0.5)
