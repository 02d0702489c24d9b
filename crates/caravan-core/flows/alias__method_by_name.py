# The method is looked up by its name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
log = []
if get_variable("u") == "yes":
    getattr(log, "append")("x")
child(str(len(log)))
