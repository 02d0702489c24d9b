# Assignment to a subscript calls __setitem__, in loops too.
class Log:
    def __init__(self):
        self.seen = []

    def __setitem__(self, key, value):
        self.seen.append((key, value))

    def __delitem__(self, key):
        self.seen.append(("del", key))

log = Log()
for i in range(3):
    log[i] = i * i
del log["x"]
print(log.seen)
