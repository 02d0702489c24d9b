# A `nonlocal` write under an untrusted guard is refused, and cannot be told from not having run either.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
#! noninterference ends refused
def pair():
    word = "a"

    def write():
        nonlocal word
        word = "b"

    def read():
        return word

    return write, read

write, read = pair()
if get_variable("u") == "yes":
    write()
child(read())
