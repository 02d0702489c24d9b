# Builtins can be shadowed and come back.
def f(list):
    return list + 1

print(f(1), list("ab"))
sum = 5
print(sum)
del sum
print(sum([1, 2]))
