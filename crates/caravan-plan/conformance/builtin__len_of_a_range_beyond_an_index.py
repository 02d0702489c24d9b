# A range may be longer than len can say.
big = range(-2**62, 2**62)
try:
    print(len(big))
except OverflowError as e:
    print(e)
print(big[0], big[-1], 5 in big, bool(big), len(range(2**62)))
