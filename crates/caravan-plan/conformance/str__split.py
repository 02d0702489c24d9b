# split on whitespace and on a separator.
print("a b  c".split(), " a  b ".split(), "".split())
print("a,b,,c".split(","), "".split(","), "abc".split(","), ",".split(","))
print("a  b".split(" "), "a--b--c".split("--"))
print("a b\tc\nd".split())
