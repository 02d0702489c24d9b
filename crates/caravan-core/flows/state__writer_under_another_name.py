# The tool that writes goes by another name.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = "x" | ""
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
mark = write
if get_variable("u") == "yes":
    mark("x")
child(read())
