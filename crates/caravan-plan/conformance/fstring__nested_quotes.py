# Quotes of the other kind inside an f-string.
d = {"key": "value", "n": [1, 2]}
print(f"{d['key']} {d['n'][1]}", f'{d["key"]!r}', f"{d.get('none', 'default')}")
print(f"{', '.join(['a', 'b'])}", f"{'yes' if d else 'no'}")
print(f'''{d["key"]} and {d['key']}''')
