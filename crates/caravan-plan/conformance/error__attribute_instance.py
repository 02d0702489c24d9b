# A missing attribute of an instance.
class Event:
    def __init__(self, title):
        self.title = title

e = Event("sync")
print(e.title)
print(e.attendees)
