# Infinities and nan.
inf, nan = float("inf"), float("nan")
print(inf, -inf, nan)
print(inf + 1, inf - inf, inf * 0)
print(-inf < inf, nan < 1, nan == nan)
print(nan != nan)
print(1e308 * 10, max(1, inf), min(nan, 1) == 1)
print(inf == inf, inf > 10 ** 400, 5 % inf)
print(-5 % inf)
