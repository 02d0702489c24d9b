# A nested loop whose inner else collects primes.
primes = []
for n in range(2, 30):
    for p in primes:
        if n % p == 0:
            break
    else:
        primes.append(n)
print(primes)
