# The same through bound methods of built-in lists.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
a = []
b = []
chosen = a.append if get_variable("u") == "yes" else b.append
chosen("x")
child(str(len(a)))
