# The depth of a recursion is an untrusted number; the bottom writes it out.
#! case attack
#! untrusted n = 5
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=unbounded
#! noninterference gate child#1 deny because=control
def down(n, depth):
    if n == 0:
        return str(depth)
    return down(n - 1, depth + 1)

child(down(get_variable("n"), 0))
