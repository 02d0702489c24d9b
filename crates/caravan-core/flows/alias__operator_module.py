# `operator` has functions that change their argument.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
import operator
log = [0]
if get_variable("u") == "yes":
    operator.setitem(log, 0, 1)
child(str(log[0]))
