# str.format with positions, names and attributes.
print("{} {}".format("a", 1), "{1} {0}".format("a", "b"))
print("{x} {y}".format(x=1, y=2))
print("{0} {0}".format("a"), "{{}} {}".format(5))
print("{:>5}|{:<5}|{:^5}".format("a", "b", "c"))
print("{0[1]} {d[k]}".format([1, 2], d={"k": "v"}), "{!r} {!s}".format("a", "b"))
print("{:{w}.{p}f}".format(3.14159, w=8, p=2))
