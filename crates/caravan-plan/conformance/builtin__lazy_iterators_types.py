# map, filter, zip, enumerate and reversed are not lists.
m = map(str, [1])
for it in [m, filter(None, [1]), zip([1]), enumerate([1]), reversed([1])]:
    print(iter(it) is it, isinstance(it, list))
try:
    m[0]
except TypeError as e:
    print(e)
try:
    len(zip([1], [2]))
except TypeError as e:
    print(e)
