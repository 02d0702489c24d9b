# The same with a `return` at the top level.
#! case precision
#! untrusted u = ["one"]
#! child child = "done"
#! all gate child#1 allow bits<=0
if not get_variable("u"):
    return "nothing to do"
name = "Ann"
child(f"Tell {name}.")
