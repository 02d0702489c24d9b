# The same with a generator, and through a second name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
def words():
    yield "a"
    yield "b"
    yield "c"

it = words()
other = it
if get_variable("u") == "yes":
    next(other)
child(next(it))
