# An exception with a written text, raised under a guard: the text that is caught was chosen.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
try:
    if get_variable("u") == "yes":
        raise ValueError("a")
    raise ValueError("b")
except ValueError as e:
    text = str(e)
child(text)
