# Big products.
def fact(n):
    out = 1
    for i in range(2, n + 1):
        out *= i
    return out

print(fact(30), fact(50) // fact(48), fact(20) // (fact(10) ** 2))
