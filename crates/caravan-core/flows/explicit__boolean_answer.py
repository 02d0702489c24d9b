# At `explicit` a truth value that an untrusted tool answered is untrusted data; otherwise it is the plan's own constant.
#! case attack
#! tool flag = true
#! returns flag {"type": "boolean"}
#! child child = "done"
#! explicit label b data=untrusted
#! explicit gate child#1 deny because=data
#! cfi label b data=trusted control=untrusted bits>=1
b = flag()
child(f"It is {b}")
