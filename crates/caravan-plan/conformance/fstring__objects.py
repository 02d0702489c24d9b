# f-strings of lists, dicts, None, bools and classes.
print(f"{[1, 'a', None]} {(1,)} {{}} {True} {None}")
print(f"{ {'a': 1} } { {1} } {b'x'} {1.0} {range(3)}")
print(f"{int} {ValueError('x')} {ValueError('x')!r}")
