# The first item of an empty result.
results = [x for x in [1, 2] if x > 5]
print(len(results))
first = results[0]
print(first)
