# A function that an arm binds anew is another one for the functions that call it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def text():
    return "a"


def tell():
    child(text())


if get_variable("u") == "yes":

    def text():
        return "b"

    tell()
else:
    tell()
