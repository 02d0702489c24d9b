# Escapes in literals.
print("a\tb", "c\\d", 'it\'s', "say \"hi\"", "x\x41\u00e9\N{BULLET}")
print(len("\n"), len(r"\n"), r"C:\new", "a\
b")
print("\101", repr("\0"), "\U0001F600")
