# What the handler writes.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "a number"
try:
    int(get_variable("u"))
except ValueError:
    m = "a word"
child(m)
