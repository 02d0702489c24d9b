# The value of `or`, `and` and a conditional expression is the operand that was picked.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
a = "" or get_variable("u")
b = "x" and get_variable("u")
c = get_variable("u") if 1 < 2 else "x"
child(a)
