# The same by `return`.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
def find(n):
    for w in range(1000000):
        if w == n:
            return str(w)
    return "none"

child(find(get_variable("n")))
