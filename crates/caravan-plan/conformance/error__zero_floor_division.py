# Floor division by zero.
def share(n, people):
    return n // len(people)

print(share(4, ["a", "b"]))
print(share(4, []))
