# permutations, combinations and combinations with replacement.
from itertools import permutations, combinations, combinations_with_replacement
print(list(permutations([1, 2, 3])))
print(list(permutations("abc", 2)))
print(list(combinations("abcd", 2)), list(combinations([1, 2], 3)), list(combinations([1, 2], 0)))
print(list(combinations_with_replacement("ab", 2)))
