# The else of a for is skipped by break.
for n in [1, 4, 5]:
    if n % 2 == 0:
        print("found", n)
        break
else:
    print("never printed")
print("n is", n)
