# The same for `global`.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
#! cfi @2 message child#1 = "a"
#! noninterference @1 ends refused
word = "a"

def write():
    global word
    word = "b"

if get_variable("u") == "yes":
    write()
child(word)
