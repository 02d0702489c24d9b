# Through bytes and back.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
raw = get_variable("u").encode()
a = raw.decode()
b = raw.hex()
child(a)
