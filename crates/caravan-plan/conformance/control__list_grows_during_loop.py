# A list loop sees items appended while it runs.
xs = [1, 2]
for x in xs:
    if len(xs) < 5:
        xs.append(x * 10)
print(xs)
