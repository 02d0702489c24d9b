# A method called without its argument names its class.
class Mailbox:
    def search(self, query, limit):
        return [query] * limit

print(Mailbox().search("x", 1))
Mailbox().search("x")
