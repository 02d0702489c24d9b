# Several ifs all must hold.
print([n for n in range(30) if n % 2 == 0 if n % 3 == 0])
print([(a, b) for a in range(5) if a % 2 for b in range(5) if b > a])
names = ["Ann", "bob", "Al", ""]
print([n for n in names if n if n[0].isupper() if len(n) > 2])
