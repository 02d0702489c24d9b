# What was written under a guard is read under it, at a place that is reached without the write as well.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write writes=notes reads= = "ok"
#! tool read trusted reads=notes = "x" | ""
#! child child = "done"
#! budget 0
#! cfi @1 gate child#1 deny because=budget
#! noninterference @1 gate child#1 deny because=control
def tell():
    child("It says " + read())

if get_variable("u") == "yes":
    write("x")
    tell()
else:
    tell()
