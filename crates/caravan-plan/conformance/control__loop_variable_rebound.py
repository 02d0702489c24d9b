# Rebinding the loop variable does not change the iteration.
for i in range(3):
    print(i, end=" ")
    i = 100
print(i)
