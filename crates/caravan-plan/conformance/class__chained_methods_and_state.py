# A small builder.
class Query:
    def __init__(self):
        self.parts = []

    def where(self, **conds):
        self.parts += [f"{k}={v!r}" for k, v in conds.items()]
        return self

    def build(self):
        return " and ".join(self.parts) or "all"

print(Query().where(a=1).where(b="x", c=None).build(), Query().build())
