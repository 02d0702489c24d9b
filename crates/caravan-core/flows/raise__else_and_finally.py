# The `else` runs if nothing was raised; what `finally` appends stands behind it.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = ""
try:
    int(get_variable("u"))
except ValueError:
    pass
else:
    m += "else"
finally:
    m += "finally"
child(m)
