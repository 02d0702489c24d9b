# A default by `or`, of a value that was decided and not read.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi gate child#1 allow bits<=2
name = "Ann" if get_variable("u") == "yes" else ""
child("Write to " + (name or "Bob"))
