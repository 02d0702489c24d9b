# A class with __eq__ and without __hash__ is unhashable.
class A:
    def __eq__(self, other):
        return True

try:
    len({A()})
except TypeError as e:
    print("unhashable type: 'A'" in str(e))
print(A() == 5, A() != 5)
