# A bound method says which list it is of, not what that list holds.
#! case precision
#! untrusted ws = ["x", "y"]
#! child child = "done"
#! budget 0
#! cfi,noninterference gate child#1 allow bits<=0
#! all label ws data=untrusted
names = ["Ann", "Bob"]
ws = get_variable("ws")
add = [ws.append][0]
add("x")
child("-".join(names))
