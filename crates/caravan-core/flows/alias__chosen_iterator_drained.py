# Which of two iterators is used up was decided by untrusted data; the other one tells.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = iter(["x", "y"])
b = iter(["x", "y"])
it = a if get_variable("u") == "yes" else b
list(it)
child(next(a, "none"))
