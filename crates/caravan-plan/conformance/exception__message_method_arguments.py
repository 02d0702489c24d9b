# Messages of methods called wrongly.
class Mailbox:
    def send(self, to, body):
        pass

    def clear(self):
        pass

m = Mailbox()
for f in [lambda: m.send(), lambda: m.send(1, 2, 3), lambda: m.clear(1), lambda: m.send(1, qqq=2), lambda: Mailbox.clear()]:
    try:
        f()
    except TypeError as e:
        print(e)
