# Names bound by a pattern whose guard fails may stay bound.
match (1, 2):
    case (a, b) if a > b:
        print("greater")
    case (a, b) if a < b:
        print("less", a, b)
    case _:
        print("equal")
print(a, b)
