# Closures that write are fine where no untrusted guard stands.
#! case precision
#! child child = "done"
#! all label n data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
def counter():
    n = 0

    def more():
        nonlocal n
        n += 1
        return n

    return more

more = counter()
more()
n = more()
child(f"Take number {n}")
