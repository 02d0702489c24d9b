# The write stands in a function that the arm calls, or not.
#! case attack
#! untrusted u = "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def mark():
    write("x")

if get_variable("u") == "yes":
    mark()
child(read())
