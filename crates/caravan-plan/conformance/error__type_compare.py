# Ordering a number and a string.
limit = "10"
print(5 < int(limit))
print(5 == limit)
print(5 < limit)
