# round goes to the even neighbour.
print([round(v) for v in (0.5, 1.5, 2.5, -0.5, -1.5, 2.4, 2.6)])
print([round(v, 1) for v in (0.25, 0.35, 2.65, -1.15, 1.0)], round(2.675, 2), round(1234.567, -2))
print(round(5, 2))
print([round(v, -1) for v in (15, 25, 35, -15, 14)], round(3.7, None), round(3.14159, 3))
print(round(True))
