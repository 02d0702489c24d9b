# The element of a comprehension is made for those that pass the filter, and making it has an effect.
#! case attack
#! untrusted u = "a c" | ""
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
u = get_variable("u")
log = []
[log.append(w) for w in ["a", "b", "c"] if w in u]
child(str(len(log)))
