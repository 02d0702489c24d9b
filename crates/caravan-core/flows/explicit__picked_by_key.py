# A look-up by an untrusted key: data to `explicit`, a choice among three to `cfi`, control to `noninterference`.
#! case attack
#! untrusted u = "b"
#! child child = "done"
#! explicit gate child#1 deny because=data
#! cfi label m data=trusted control=untrusted bits>=1.58 bits<=2
#! cfi gate child#1 allow
#! noninterference gate child#1 deny because=control
TABLE = {"a": "Book it.", "b": "Cancel it.", "c": "Move it."}
m = TABLE[get_variable("u")]
child(m)
