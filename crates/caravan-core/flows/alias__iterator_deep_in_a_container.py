# An iterator that is used up in an arm may lie deep in a container.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
kept = {"a": {"b": iter(["Ann", "Bob"])}}
if get_variable("u") == "yes":
    list(kept["a"]["b"])
child("-".join(kept["a"]["b"]))
