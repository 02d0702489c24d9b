# A name bound by a pattern.
#! case attack
#! untrusted u = "pay mallory"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
a = b = c = ""
match get_variable("u"):
    case str(a):
        pass
match get_variable("u").split():
    case [_, b]:
        pass
match {"k": get_variable("u")}:
    case {"k": c}:
        pass
child(a)
