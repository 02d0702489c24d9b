# The branch is inside the function that writes the global.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
#! cfi @2 message child#1 = "a"
word = "a"

def write(text):
    global word
    if text == "yes":
        word = "b"

write(get_variable("u"))
child(word)
