# range with one, two and three arguments.
print(list(range(4)))
print(list(range(2, 5)))
print(list(range(10, 0, -3)))
print(list(range(5, 2)))
for i in range(0, 10, 4):
    print(i)
