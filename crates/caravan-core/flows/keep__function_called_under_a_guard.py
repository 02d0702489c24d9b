# A function that changes nothing but its own variables may run under a guard and be used again.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all gate child#1 allow bits<=0
def greet(name):
    parts = []
    parts.append("Dear")
    parts.append(name)
    return " ".join(parts)

mood = ""
if get_variable("u") == "yes":
    mood = greet("Bob")
child(greet("Ann"))
