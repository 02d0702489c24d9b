# A generator with an effect, read to its end under a guard: by a loop, by `list`, by a comprehension.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @2 label a control=untrusted bits>=1
#! cfi @2 label b control=untrusted bits>=1
#! cfi @2 label c control=untrusted bits>=1
#! cfi @2 gate child#1 deny because=budget
def words(log):
    log.append("x")
    yield "a"

by_loop = []
by_list = []
by_comprehension = []
one = words(by_loop)
two = words(by_list)
three = words(by_comprehension)
if get_variable("u") == "yes":
    for w in one:
        pass
    list(two)
    [w for w in three]
a = len(by_loop)
b = len(by_list)
c = len(by_comprehension)
child(str(a))
