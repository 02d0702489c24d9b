# Through `zip` and `enumerate`.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label name data=trusted control=trusted
#! all label i data=trusted control=trusted
#! all gate child#1 deny because=data
u = get_variable("u")
for name, a in zip(["x"], [u]):
    pass
for i, b in enumerate([u]):
    pass
child(a)
