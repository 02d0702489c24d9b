# Loops within loops within loops: six deep, and what they count.
n = 0
for a in range(2):
    for b in range(2):
        for c in range(2):
            while n >= 0:
                for d in range(2):
                    for e in "xy":
                        match (a, b, c, d, e):
                            case (0, _, _, _, _):
                                n += 1
                            case (_, 1, 1, 1, "y"):
                                n += 100
                break
print(n)
