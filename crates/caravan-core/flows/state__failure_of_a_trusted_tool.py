# A tool that may fail after an untrusted write tells of the write.
#! case attack
#! untrusted u = "yes"
#! tool write effect reads= writes=box = "ok"
#! tool check trusted fails reads=box = "taken"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
if get_variable("u") == "yes":
    write("x")
m = "free"
try:
    check()
except RuntimeError:
    m = "taken"
child(m)
