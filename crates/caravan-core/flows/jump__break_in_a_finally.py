# A `finally` that leaves the loop whatever happened.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "a"
for _ in range(2):
    try:
        int(get_variable("u"))
        m = "b"
    finally:
        break
child(m)
