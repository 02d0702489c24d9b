# _replace, _asdict, _fields and _make.
from collections import namedtuple

Row = namedtuple("Row", "id name score", defaults=[0])
r = Row(1, "ann")
print(r, r._replace(score=5), r._asdict(), Row._fields, Row._make([2, "bob", 3]))
print(r._asdict()["name"], Row(*[1, 2, 3]))
