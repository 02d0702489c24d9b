# strict=True demands equal lengths.
print(list(zip([1, 2], "ab", strict=True)))
try:
    list(zip([1, 2], "a", strict=True))
except ValueError as e:
    print(e)
try:
    list(zip([1], "ab", strict=True))
except ValueError as e:
    print(e)
