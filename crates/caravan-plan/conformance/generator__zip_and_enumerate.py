# Generators inside zip, enumerate, map and filter.
def letters():
    yield from "abc"

print(list(zip(letters(), (n for n in range(10)))))
print(list(enumerate(letters(), 5)))
print(list(map(str.upper, letters())), list(filter(lambda c: c > "a", letters())))
