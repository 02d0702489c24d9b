# print's sep and end.
print("a", "b", sep="")
print("a", "b", sep=", ", end="!\n")
print(1, 2, 3, sep="-", end="")
print()
print(*[1, 2], *"ab", sep="|")
print("no newline", end=" ")
print(sep="x")
