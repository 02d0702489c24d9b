# Integer algorithms.
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a

def prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))

print(gcd(48, 18), gcd(17, 5), gcd(0, 5), [n for n in range(40) if prime(n)])
