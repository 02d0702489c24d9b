# print calls str on each argument.
class A:
    def __str__(self):
        return "A!"

print(A(), [1, "x"], None, 1.50, True, "a", sep="|")
print(print("inner"))
print("a", end="")
print("b", "c", sep="\n")
