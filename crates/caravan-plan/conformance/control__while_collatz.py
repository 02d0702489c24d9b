# A while loop with a two-way step.
n = 6
steps = [n]
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps.append(n)
print(steps)
