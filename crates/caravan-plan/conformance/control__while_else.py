# The else of a while runs when the condition turns false, not after break.
n = 0
while n < 3:
    n += 1
else:
    print("else", n)
while True:
    n += 1
    if n > 5:
        break
else:
    print("never printed")
print(n)
