# Expressions inside f-strings.
name, n = "Ann", 3
print(f"{name} has {n} items", f"{n + 1}", f"{name.upper()}", f"{n * 2 > 5}")
print(f"{[1, 2][0]}", f"{ {'a': 1}['a'] }", f"{name[0]}{name[-1]}", f"{len(name)}")
print(f"", f"plain", f"{''}|")
