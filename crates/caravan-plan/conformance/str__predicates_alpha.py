# isalpha, isalnum, isspace, isidentifier, isascii, isprintable.
for s in ["abc", "ab1", "a b", "", "é", " \t\n", "a_b", "1a", "a\n"]:
    print(repr(s), s.isalpha(), s.isalnum())
    print(s.isspace(), s.isidentifier(), s.isascii())
    print(s.isprintable())
print("ok".isalpha())
