# Nor does a handler learn of a refusal: it ends the plan.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
x = "v"

def forget():
    global x
    del x

try:
    if get_variable("u") == "yes":
        forget()
except BaseException:
    pass
child("Go on.")
