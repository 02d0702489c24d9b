# A starred name takes what the other targets leave, as a list.
first, *middle, last = [1, 2, 3, 4, 5]
print(first, middle, last)
first, *middle, last = "ab"
print(first, middle, last)
