# Which list of a table is changed, by an untrusted key.
#! case attack
#! untrusted u = "a" | "b"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
table = {"a": [], "b": []}
first = table["a"]
table[get_variable("u")].append("x")
child(str(len(first)))
