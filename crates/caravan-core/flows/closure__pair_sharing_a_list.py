# Two closures over one list; the writer is called under an untrusted guard, the reader after it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def pair():
    items = []

    def write():
        items.append("x")

    def read():
        return len(items)

    return write, read

write, read = pair()
if get_variable("u") == "yes":
    write()
child(str(read()))
