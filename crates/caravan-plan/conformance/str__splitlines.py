# splitlines knows all line ends and makes no empty last line.
print("a\nb\r\nc".splitlines(), "a\n".splitlines(), "".splitlines())
print("\n".splitlines())
print("a\nb\n".splitlines(keepends=True), "a\n\nb".splitlines(True))
print("a\n".split("\n"))
