# The call stands in a function that is called again and again: which of the calls it was, is told.
#! case attack
#! untrusted n = 3 | 2
#! child child = "done"
#! budget 1
#! cfi gate child#1 deny because=budget part=position
#! noninterference gate child#1 deny because=control
n = get_variable("n")
row = []

def note():
    row.append("x")
    if len(row) == n:
        child(f"Number {len(row)}")

note()
note()
note()
