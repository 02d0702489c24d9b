# A captured variable that the enclosing function writes in an arm.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def outer(text):
    word = "a"

    def read():
        return word

    if text == "yes":
        word = "b"
    return read

child(outer(get_variable("u"))())
