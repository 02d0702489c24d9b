# expandtabs counts columns.
print("a\tb".expandtabs(4), "ab\tc\td".expandtabs(4))
print("\tx".expandtabs(2))
print("a\tb".expandtabs(), "a\nb\tc".expandtabs(4))
print("abcd\te".expandtabs(4))
print(repr("\t".expandtabs(0)))
