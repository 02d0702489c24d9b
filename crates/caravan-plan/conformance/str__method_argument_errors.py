# Wrong arguments of methods of str.
calls = [
    lambda: "a".upper(1), lambda: str.upper(1), lambda: str.upper(), lambda: "a".find(),
    lambda: "a".find("a", "b"), lambda: "a".center("x"), lambda: "a".center(3, "ab"), lambda: "a".replace("a"),
    lambda: "a".replace("a", None), lambda: "a".split(1), lambda: "a".split("a", sep="b"), lambda: "a".split(""),
    lambda: "a".strip(1), lambda: "a".join(1), lambda: "a".join(["b", 1]), lambda: "a".removeprefix(None),
    lambda: "a".startswith(["a"]), lambda: "a".startswith(("b", 1)), lambda: "a".partition(""),
    lambda: "a".encode("nope"), lambda: "é".encode("ascii"), lambda: str.maketrans("ab", "c"),
    lambda: "a".translate({97: 1.5}), lambda: str(b"a", 1), lambda: str("a", "utf-8"), lambda: str(1, "utf-8"),
]
for call in calls:
    try:
        print(call())
    except (TypeError, ValueError, LookupError) as e:
        text = str(e)
        print(type(e).__name__, "expected" in text or "argument" in text or text)
