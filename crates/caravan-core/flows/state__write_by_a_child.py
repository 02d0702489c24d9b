# A child that the arm may call can write; it was not called.
#! case attack
#! untrusted u = "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! plan mid
#| write("x")
#| return "done"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
if get_variable("u") == "yes":
    mid("Mark it.")
child(read())
