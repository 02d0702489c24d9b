# The same with a generator, and through a second name: by the gate, or because a generator may not go on there.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
def words():
    yield "a"
    yield "b"
    yield "c"

it = words()
other = it
if get_variable("u") == "yes":
    next(other)
child(next(it))
