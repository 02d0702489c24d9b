# __iter__ may return iter of a list.
class Inbox:
    def __init__(self, mails):
        self.mails = mails

    def __iter__(self):
        return iter(self.mails)

box = Inbox(["a", "b"])
print([m.upper() for m in box], list(zip(box, box)), tuple(enumerate(box)))
