# Batches by islice.
from itertools import islice

def batches(xs, n):
    it = iter(xs)
    while batch := list(islice(it, n)):
        yield batch

print(list(batches(range(7), 3)), list(batches("", 2)))
