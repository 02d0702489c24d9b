# Bytes are not strings.
print(b"a" == "a", b"a" < b"b", b"a" == b"a", {b"k": 1}[b"k"], isinstance(b"", bytes))
for f in [lambda: b"a" + "b", lambda: "a" in b"abc", lambda: b"a".join(["x"])]:
    try:
        f()
    except TypeError:
        print("TypeError")
print(str(b"x"), bool(b""), sorted([b"b", b"a"]))
