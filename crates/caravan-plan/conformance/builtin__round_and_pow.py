# round and pow.
print(round(2.567, 2), round(2.5), round(-2.5))
print(round(1234, -2), round(7), pow(2, 3))
print(pow(2, 0.5) == 2 ** 0.5, pow(3, 200, 13))
print(pow(base=2, exp=4), round(number=1.25, ndigits=1), pow(-2, 3))
print(pow(0, 0))
