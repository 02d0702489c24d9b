# Two and more missing arguments.
def book(room, start, end, attendees):
    return room

print(book("A", 1, 2, []))
book("A")
