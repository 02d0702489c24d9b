# The branch is inside the function that writes the global.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
word = "a"

def write(text):
    global word
    if text == "yes":
        word = "b"

write(get_variable("u"))
child(word)
