# How far a `try` came shows in the length of a list that it made, and in what is left of its iterator.
#! case attack
#! untrusted u = ["1"] | ["x"]
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
rows = ["old"]
left = iter(["a", "b"])
try:
    rows = [row for row in get_variable("u")]
    for one in left:
        rows.append(int(rows[0]))
except ValueError:
    pass
child(str(len(list(left))))
