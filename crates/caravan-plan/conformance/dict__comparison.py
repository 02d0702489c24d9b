# Dicts have equality but no order.
print({"a": 1} == {"a": 1.0}, {"a": 1} != {"a": 2}, {} == {}, {"a": [1]} == {"a": [1]})
try:
    {"a": 1} < {"b": 1}
except TypeError as e:
    print(e)
