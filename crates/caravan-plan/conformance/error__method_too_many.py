# A method called with too many arguments counts self.
class Mailbox:
    def clear(self):
        return "cleared"

print(Mailbox().clear())
Mailbox().clear("all")
