# return leaves all loops of its function.
def first_pair(limit):
    for i in range(1, limit):
        for j in range(1, limit):
            if i * j == 12:
                return (i, j)
    return None

print(first_pair(10), first_pair(3))
