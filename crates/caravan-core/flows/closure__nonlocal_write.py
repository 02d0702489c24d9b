# A `nonlocal` write under an untrusted guard is refused: the word that is told is the one that was there before.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
#! cfi @2 message child#1 = "a"
#! noninterference @1 ends refused
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
