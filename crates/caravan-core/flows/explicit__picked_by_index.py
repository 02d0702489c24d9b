# The same by an untrusted index.
#! case attack
#! untrusted n = 1
#! child child = "done"
#! explicit gate child#1 deny because=data
#! cfi label m data=trusted control=untrusted bits>=1.58 bits<=2
#! noninterference gate child#1 deny because=control
TABLE = ["Book it.", "Cancel it.", "Move it."]
m = TABLE[get_variable("n")]
child(m)
