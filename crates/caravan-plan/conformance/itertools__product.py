# product.
from itertools import product
print(list(product("ab", [1, 2])), list(product([0, 1], repeat=2)), list(product()))
print(list(product([1], [])))
print(["".join(p) for p in product("xy", repeat=3)], len(list(product(range(3), range(4)))))
