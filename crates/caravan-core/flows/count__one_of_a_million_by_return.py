# The same with `return`.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
def find(u):
    for w in range(1000000):
        if w == u:
            return w

child(str(find(get_variable("n"))))
