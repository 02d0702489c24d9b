# Recursion that appends a letter where `u[k] == "a"` and calls the child at the bottom.
#! case attack
#! untrusted u = "abbab" | "bbbbb"
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")

def spell(k, text):
    if k == 5:
        child(text)
    elif u[k] == "a":
        spell(k + 1, text + "a")
    else:
        spell(k + 1, text)

spell(0, "")
