# `format`, `%`, `str.format` and `format_map` carry what they put in, and what the template was.
#! case attack
#! untrusted u = "x{}"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all label f data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
a = "Read %s" % u
b = "{} {}".format("a", u)
c = "{who}".format(who=u)
d = format(u, ">10")
e = u.format("trusted")
f = "{who}".format_map({"who": u})
child(b)
