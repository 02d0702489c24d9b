# Escapes in the literal parts.
n = 1
print(f"a\t{n}\nb\\{n}\u00e9 \x41")
print(rf"a\t{n}")
