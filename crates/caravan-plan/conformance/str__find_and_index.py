# find gives -1 where index raises.
s = "banana"
print(s.find("an"), s.rfind("an"), s.find("x"), s.find("an", 2), s.find("a", 2, 3), s.find(""))
print(s.index("n"), s.rindex("n"))
try:
    s.index("x")
except ValueError as e:
    print(e)
print(s.find("na", -3), "".find("a"), s.find("", 10))
