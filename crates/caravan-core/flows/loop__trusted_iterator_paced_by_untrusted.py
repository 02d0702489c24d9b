# A trusted iterator that is advanced once for each untrusted thing.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
letters = iter("abcdef")
for _ in get_variable("u"):
    next(letters)
child(next(letters))
