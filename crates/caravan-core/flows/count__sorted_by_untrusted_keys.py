# Ten words sorted by untrusted keys and joined: log2 of ten factorial.
#! case attack
#! untrusted u = {"a": 3, "b": 1, "c": 2, "d": 9, "e": 7, "f": 8, "g": 5, "h": 6, "i": 4, "j": 0}
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=21.7
#! noninterference gate child#1 deny because=control
rank = get_variable("u")
child("".join(sorted(list("abcdefghij"), key=lambda w: rank[w])))
