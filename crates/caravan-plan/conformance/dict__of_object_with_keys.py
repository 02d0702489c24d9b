# dict() and update() of an object that has keys() and __getitem__
class Row:
    def __init__(self, **fields):
        self.fields = fields

    def keys(self):
        return list(self.fields)

    def __getitem__(self, key):
        return self.fields[key] * 2


print(dict(Row(a=1, b=2)), dict(Row(a=1), z=5), dict(Row()))
d = {"a": 0, "c": 3}
d.update(Row(a=5))
print(d)
