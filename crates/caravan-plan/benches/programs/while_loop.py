total = 0
i = 0
while i < N:
    if i % 3 == 0:
        total += i
    i += 1
print(total)
