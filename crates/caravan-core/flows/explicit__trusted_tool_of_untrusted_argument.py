# A trusted tool that is given untrusted data gives untrusted data back.
#! case attack
#! untrusted u = "secret"
#! tool echo trusted = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
a = echo(get_variable("u"))
b = echo(text=["x", {"k": get_variable("u")}])
child(a)
