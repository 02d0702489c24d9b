# A function that may not run calls an agent that writes a state.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! plan mid
#| write("x")
#| return "done"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference @2 gate child#1 deny because=control
def go():
    mid("Mark it.")

if get_variable("u") == "yes":
    go()
child(read())
