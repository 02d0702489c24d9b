# Memoisation by hand with a dict default.
def ways(n, memo={}):
    if n < 0:
        return 0
    if n == 0:
        return 1
    if n not in memo:
        memo[n] = ways(n - 1) + ways(n - 2) + ways(n - 3)
    return memo[n]

print(ways(10), ways(40))
