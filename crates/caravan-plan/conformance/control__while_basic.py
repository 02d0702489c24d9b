# A while loop counts down.
n = 3
while n:
    print(n)
    n -= 1
print("done", n)
