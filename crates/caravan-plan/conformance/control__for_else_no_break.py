# The else of a for runs when no break happened.
for n in [1, 3, 5]:
    if n % 2 == 0:
        print("found", n)
        break
else:
    print("no even number")
for n in []:
    pass
else:
    print("else after an empty loop")
