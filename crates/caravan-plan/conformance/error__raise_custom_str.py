# A custom __str__ is the message.
class Odd(Exception):
    def __str__(self):
        return "odd thing: " + ", ".join(map(str, self.args))

print(Odd(1, 2))
raise Odd("a", 3)
