# Messages of constructors called wrongly.
class Point:
    def __init__(self, x, y=0):
        self.x = x

class Empty:
    pass

for f in [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, zz=2), lambda: Empty(1), lambda: Point(1, x=2)]:
    try:
        f()
    except TypeError as e:
        print(e)
