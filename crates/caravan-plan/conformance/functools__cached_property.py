# cached_property is computed once for each instance.
from functools import cached_property

class Report:
    def __init__(self, xs):
        self.xs = xs

    @cached_property
    def total(self):
        print("computing")
        return sum(self.xs)

r = Report([1, 2])
print(r.total, r.total)
r.xs.append(10)
print(r.total, Report([5]).total)
