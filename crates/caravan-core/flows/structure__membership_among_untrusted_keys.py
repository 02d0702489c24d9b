# Whether a word is a key of a dictionary was computed from the untrusted key that was put there.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all label found data=untrusted
#! all gate child#1 deny because=data
known = {}
known[get_variable("u")] = 1
found = "yes" in known
child(str(found))
