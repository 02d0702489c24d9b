# A custom exception shows its class's name.
class BookingError(Exception):
    pass

def book(room):
    if room == "closed":
        raise BookingError("room is closed")
    return room

print(book("A"))
book("closed")
