# break leaves the innermost loop only.
for i in range(3):
    for j in range(3):
        if j == i:
            break
        print(i, j)
print("end", i, j)
