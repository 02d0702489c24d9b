# The class of the exception carries the choice.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = ""
try:
    raise (ValueError if get_variable("u") == "yes" else KeyError)("x")
except ValueError:
    m = "value"
except KeyError:
    m = "key"
child(m)
