# The name of the exception is there only if the handler ran; what it was is bound to another name.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
caught = []
try:
    int(get_variable("u"))
except ValueError:
    caught.append("x")
m = len(caught)
child(str(m))
