# __contains__ is what in uses.
class Span:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def __contains__(self, x):
        return self.low <= x <= self.high

s = Span(1, 5)
print(3 in s, 9 in s, 9 not in s, 1 in s)

class Odd:
    def __contains__(self, x):
        return x

print("text" in Odd(), 0 in Odd())
