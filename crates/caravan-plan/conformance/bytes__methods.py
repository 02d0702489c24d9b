# Methods like those of str.
print(b"a,b".split(b","), b"-".join([b"x", b"y"]), b" a ".strip())
print(b"abc".upper(), b"abc".replace(b"b", b"X"))
print(b"abc".find(b"c"), b"abc".startswith(b"ab"), b"a" + b"b")
print(b"ab" * 2, b"abc".endswith(b"c"), b"aa".count(b"a"))
print(b"a b\nc".split(), b"k=v".partition(b"="))
