# A monthly payment.
import math
p, r, n = 200000, 0.05 / 12, 360
m = p * r / (1 - (1 + r) ** -n)
print(round(m, 2), f"{m * n:,.2f}", math.ceil(math.log(2) / math.log(1.05)))
years = math.log(2, 1.07)
print(round(years, 3))
