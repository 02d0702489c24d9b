# The same with bound methods: the chosen one's object says what is sent.
#! case attack
#! untrusted n = 1 | 0
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
class Sender:
    def __init__(self, name):
        self.name = name

    def send(self):
        child(f"Write to {self.name}")

sends = [Sender("Ann").send, Sender("Bob").send]
sends[get_variable("n")]()
