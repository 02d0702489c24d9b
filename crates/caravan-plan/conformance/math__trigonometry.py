# Trigonometry, rounded.
import math
print(round(math.sin(math.pi / 2), 10), round(math.cos(0), 10), round(math.tan(math.pi / 4), 10), round(math.atan2(1, 1), 10))
print(math.degrees(math.pi), round(math.radians(180), 10), math.sin(0), round(math.asin(1), 10), round(math.acos(0), 10), math.hypot(3, 4), math.dist((0, 0), (3, 4)))
x = math.radians(30)
print(round(math.sin(x), 6), round(math.cos(x), 6))
