# Untrusted text inside an f-string, as value, with a conversion, and as the width of trusted text.
#! case attack
#! untrusted u = "secret"
#! untrusted n = 12
#! child child = "done"
#! all label plain data=untrusted
#! all label converted data=untrusted
#! all label padded data=untrusted
#! all label nested data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")
plain = f"Read {u} now"
converted = f"{u!r}"
padded = f"{'a':>{get_variable('n')}}"
nested = f"{f'{u}'}"
child(plain)
