# __lt__ is what sorting, min and max use.
class Task:
    def __init__(self, name, priority):
        self.name = name
        self.priority = priority

    def __lt__(self, other):
        return self.priority < other.priority

    def __repr__(self):
        return self.name

ts = [Task("c", 3), Task("a", 1), Task("b", 2)]
print(sorted(ts), sorted(ts, reverse=True), min(ts), max(ts))
print(ts[0] < ts[1], ts[0] > ts[1])
ts.sort()
print(ts)
