# What an attribute of an object holds may have been given under the guard of a call, whoever gave the object its name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
class Log:
    pass


log = Log()
log.append = lambda text: "a"


def tell():
    child(log.append("x"))


if get_variable("u") == "yes":
    log.append = lambda text: "b"
    tell()
else:
    tell()
