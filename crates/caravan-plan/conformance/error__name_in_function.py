# An unknown name inside a function is found when it runs.
def f(flag):
    if flag:
        return quetzalcoatl
    return "fine"

print(f(False))
print(f(True))
