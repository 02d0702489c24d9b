# A class method gets the class, also through a subclass.
class Event:
    default = "meeting"

    def __init__(self, title, minutes):
        self.title, self.minutes = title, minutes

    @classmethod
    def parse(cls, text):
        title, minutes = text.split(":")
        return cls(title or cls.default, int(minutes))

class Call(Event):
    default = "call"

e = Event.parse("lunch:60")
c = Call.parse(":15")
print(e.title, e.minutes, c.title, isinstance(c, Call))
print(e.parse("x:1").title)
