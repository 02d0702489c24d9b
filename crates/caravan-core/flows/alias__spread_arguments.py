# A chosen tuple spread into parameters.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def second(first, other="z"):
    return other

words = ("x", "y") if get_variable("u") == "yes" else ("x",)
child(second(*words))
