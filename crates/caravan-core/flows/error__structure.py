# A trusted index out of range of a list that untrusted data made short.
#! case attack
#! untrusted u = "nothing"
#! cfi error untrusted IndexError
kept = [w for w in ["a", "b"] if w in get_variable("u").split()]
kept[0]
