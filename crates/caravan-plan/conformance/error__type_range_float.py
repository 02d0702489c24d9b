# range of a float.
n = 7
print(list(range(n // 2)))
for i in range(n / 2):
    print(i)
