# An entry is written into one of two dictionaries, chosen by untrusted data; the other shows it by not having it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = {}
b = {}
chosen = a if get_variable("u") == "yes" else b
chosen["k"] = "v"
n = len(a)
child(str(n))
