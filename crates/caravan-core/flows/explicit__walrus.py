# Bound inside an expression.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label x data=untrusted
#! all gate child#1 deny because=data
if len(x := get_variable("u")) > 0:
    pass
child(x)
