# A conditional expression as the element.
print(["even" if n % 2 == 0 else n for n in range(5)])
print([a if a else "none" for a in [0, 1, "", "x"]])
sizes = [5, 50, 500]
print(["S" if s < 10 else "M" if s < 100 else "L" for s in sizes])
