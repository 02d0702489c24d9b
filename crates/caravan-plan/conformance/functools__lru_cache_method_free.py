# A cached function of two arguments, on grid paths.
from functools import lru_cache

@lru_cache(maxsize=128)
def paths(r, c):
    return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)

print(paths(2, 2), paths(16, 16))
