# Which characters count as space.
s = "\u00a0a\u2003b\u3000"
print(s.split(), repr(s.strip()), "\u200b".isspace(), "\x1c".isspace(), "\u00a0".isspace())
print("a\x0bb\x0cc\x1cd\u2028e".splitlines())
print("a\x85b".splitlines(), "a\x1fb".split())
