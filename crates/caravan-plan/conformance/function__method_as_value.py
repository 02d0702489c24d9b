# A bound method remembers its object; an unbound one takes it as an argument.
xs = []
push = xs.append
push(1)
push(2)
print(xs)
up = str.upper
print(up("abc"), list(map(str.title, ["a b", "c"])))
join = ", ".join
print(join(["x", "y"]))
