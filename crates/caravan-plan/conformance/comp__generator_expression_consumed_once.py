# A generator expression is empty after it was consumed.
g = (x for x in "abc")
print(list(g), list(g))
print(sum(x for x in range(4)))
print(next((x for x in [1, 5, 9] if x > 3), None), next((x for x in []), "none"))
