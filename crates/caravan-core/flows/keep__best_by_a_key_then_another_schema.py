# A key function that writes nothing changes nothing, however often untrusted data has it called.
#! case precision
#! child one = [{"x": 1}, {"x": 3}]
#! child two = [{"y": 1}]
#! budget 0
#! cfi gate two#1 allow bits<=0
#! cfi label names data=trusted control=trusted bits<=0
class Hotel(BaseModel):
    x: int


class Flight(BaseModel):
    y: int


def rating(hotel):
    return hotel.x


names = ["Ann", "Bob"]
hotels = one(message="Go.", output_schema=list[Hotel])
best = max(hotels, key=lambda hotel: hotel.x)
worst = min(hotels, key=rating)
order = sorted(hotels, key=lambda hotel: hotel.x)
flights = two(message="Go.", output_schema=list[Flight])
