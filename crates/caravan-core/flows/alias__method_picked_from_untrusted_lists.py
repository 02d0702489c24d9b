# Which of two untrusted lists a method is of may be chosen, and then both have taken part.
#! case attack
#! untrusted ws = ["x"]
#! untrusted u = 0 | 1
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
names = ["Ann"]
ws = get_variable("ws")
add = [ws.append, names.append][get_variable("u")]
add("Bob")
child("-".join(names))
