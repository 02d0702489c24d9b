# The same for `global`.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
#! noninterference ends refused
word = "a"

def write():
    global word
    word = "b"

if get_variable("u") == "yes":
    write()
child(word)
