# Strings as sequences.
s = "héllo"
print(list(s), len(s), "él" in s, "lo" not in s, s.index("l"))
print([c for c in s if c in "aeiou"], tuple("ab"), set("aa") == {"a"})
print("".join(reversed(s)), list(enumerate("ab")), dict(zip("ab", "cd")))
