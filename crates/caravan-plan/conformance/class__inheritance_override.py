# A method of the subclass hides the base's; super reaches it.
class A:
    def hello(self):
        return "A"

    def greet(self):
        return "greet " + self.hello()

class B(A):
    def hello(self):
        return "B+" + super().hello()

print(A().greet(), B().greet())
print(isinstance(B(), A), isinstance(A(), B), issubclass(B, A), issubclass(A, A))
