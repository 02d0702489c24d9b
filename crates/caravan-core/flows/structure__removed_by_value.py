# `remove` of an untrusted value moves every element that stood after it.
#! case attack
#! untrusted u = "a" | "b"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted
#! explicit gate child#1 deny because=data
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
words = ["a", "b", "c"]
words.remove(get_variable("u"))
m = words[0]
child(m)
