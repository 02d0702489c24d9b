x = 1
for i in range(N):
    x = x + 1
print(x)
