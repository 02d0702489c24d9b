# So can an agent two levels below.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! plan mid
#| low("Mark it.")
#| return "done"
#! plan mid/low
#| write("x")
#| return "done"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
if get_variable("u") == "yes":
    mid("Mark it.")
child(read())
