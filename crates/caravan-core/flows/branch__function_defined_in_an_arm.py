# Which body a name stands for.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
if get_variable("u") == "yes":
    def word():
        return "a"
else:
    def word():
        return "b"
child(word())
