# repr of strings: quotes and escapes.
for s in ["a", "it's", 'say "hi"', "both ' and \"", "a\nb\tc\r", "back\\slash", "é", "\x00\x1f\x7f", "\u200b", "日本", ""]:
    print(repr(s))
print(["it's"], ("\n",), {"k": "v'"})
print(len(repr("\n")))
