# isinstance with types, tuples and unions.
print(isinstance(5, int), isinstance(True, int), isinstance(5, float))
print(isinstance("a", (int, str)), isinstance(None, type(None)))
print(isinstance([], list), isinstance({}, dict), isinstance((), (list, tuple)))
print(isinstance(5, int | str), isinstance(None, int | None))
print(issubclass(bool, int), issubclass(int, object), isinstance(int, type))
print(isinstance(5, object))
