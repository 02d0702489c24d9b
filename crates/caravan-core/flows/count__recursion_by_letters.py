# Recursion that appends the letter that stands there, and calls the child at the bottom.
#! case attack
#! untrusted u = "cab"
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")

def spell(k, text):
    if k == 3:
        child(text)
        return
    for letter in "abc":
        if u[k] == letter:
            spell(k + 1, text + letter)

spell(0, "")
