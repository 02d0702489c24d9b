total = 0
for i in range(N):
    total += i * 2
print(total)
