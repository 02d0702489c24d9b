# A mixin adds methods.
class Describe:
    def describe(self):
        return f"{self.title} ({self.size()})"

class Doc:
    def __init__(self, title, text):
        self.title, self.text = title, text

    def size(self):
        return len(self.text)

class Page(Describe, Doc):
    pass

print(Page("T", "abc").describe())
