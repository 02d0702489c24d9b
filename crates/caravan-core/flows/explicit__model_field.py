# A field of a `BaseModel`, of one nested in another, and the dumped whole.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
from pydantic import BaseModel

class Inner(BaseModel):
    text: str

class Outer(BaseModel):
    inner: Inner

o = Outer(inner=Inner(text=get_variable("u")))
a = o.inner.text
b = o.model_dump()["inner"]["text"]
child(a)
