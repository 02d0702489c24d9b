# A method that is looked up by its name when it is called.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
import operator

log = []
add = operator.methodcaller("append", "x")
if get_variable("u") == "yes":
    add(log)
child(str(len(log)))
