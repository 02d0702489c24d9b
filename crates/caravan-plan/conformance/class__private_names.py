# A single underscore is a convention; a double one is mangled inside the class.
class A:
    def __init__(self):
        self._one = 1
        self.__two = 2

    def two(self):
        return self.__two

a = A()
print(a._one, a.two(), hasattr(a, "__two"), hasattr(a, "_A__two"))
