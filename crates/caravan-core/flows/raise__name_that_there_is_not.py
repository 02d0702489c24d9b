# A name that nothing binds raises where it is met, and that shows whether it was.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
wrong = get_variable("u") == "yes"
m = "fine"
try:
    if wrong:
        nowhere
except NameError:
    m = "failed"
child(m)
