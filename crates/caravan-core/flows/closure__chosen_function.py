# A call through a chosen function: the caller's lists take the choice, both of them.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = []
b = []

def to_a():
    a.append("x")

def to_b():
    b.append("x")

chosen = {"yes": to_a, "no": to_b}[get_variable("u")]
chosen()
child(str(len(a)))
