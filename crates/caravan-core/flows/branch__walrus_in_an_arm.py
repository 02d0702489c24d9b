# A name that only one side of `or` binds.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "a"
get_variable("u") == "yes" or (m := "b")
child(m)
