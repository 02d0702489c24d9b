# A field of a `NamedTuple`, by name, by place and by unpacking.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label title data=trusted control=trusted
#! all gate child#1 deny because=data
from typing import NamedTuple

class Mail(NamedTuple):
    title: str
    body: str

mail = Mail("hello", get_variable("u"))
title = mail.title
a = mail.body
b = mail[1]
_, c = mail
child(b)
