# A function deletes a variable of the top level; whether it was called shows in whether the variable is there.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
#! cfi @2 message child#1 = "there"
#! noninterference @1 ends refused
x = "v"

def forget():
    global x
    del x

if get_variable("u") == "yes":
    forget()
m = "there"
try:
    y = x
except NameError:
    m = "gone"
child(m)
