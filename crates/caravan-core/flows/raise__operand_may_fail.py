# An operation on untrusted data that may raise, with no branch in sight.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "a word"
try:
    int(get_variable("u"))
    m = "a number"
except ValueError:
    pass
child(m)
