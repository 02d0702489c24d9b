import math


class Length:
    def __init__(self, metres):
        self.metres = metres

    def __float__(self):
        return self.metres

    def __eq__(self, other):
        return isinstance(other, Length) and self.metres == other.metres

    def __lt__(self, other):
        return self.metres < other.metres

    def __add__(self, other):
        return Length(self.metres + other.metres)

    def __radd__(self, other):
        return self

    def __repr__(self):
        return f"{self.metres} m"


lengths = iter([Length(1.5), Length(2.5), Length(4.0)])
print(math.fsum(lengths), list(lengths))

lengths = iter([Length(1.5), Length(2.5), Length(4.0)])
print(Length(2.5) in lengths, list(lengths))

lengths = (Length(metres) for metres in [3.0, 1.0, 2.0])
print(sorted(lengths), list(lengths))

lengths = map(Length, [3.0, 1.0, 2.0])
print(max(lengths), list(lengths))

lengths = reversed([Length(3.0), Length(1.0)])
print(sum(lengths), list(lengths))

lengths = iter([Length(3.0), Length(1.0)])
print(f"{list(lengths)}", list(lengths))

pairs = zip([Length(1.0), Length(2.0)], "ab")
print([str(pair) for pair in pairs], list(pairs))
