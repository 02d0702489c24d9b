# A trip as dataclasses with a total and dates.
from dataclasses import dataclass, field
from datetime import date, timedelta

@dataclass
class Stop:
    city: str
    nights: int
    per_night: float

@dataclass
class Trip:
    start: date
    stops: list[Stop] = field(default_factory=list)

    def add(self, *args):
        self.stops.append(Stop(*args))
        return self

    def lines(self):
        day = self.start
        for s in self.stops:
            end = day + timedelta(days=s.nights)
            yield f"{s.city:<7}{day:%d.%m}-{end:%d.%m} {s.nights * s.per_night:>7.2f}"
            day = end

trip = Trip(date(2024, 2, 27)).add("Rome", 3, 80).add("Milan", 1, 99.5)
print(*trip.lines(), sep="\n")
print(sum(s.nights * s.per_night for s in trip.stops), trip.stops[-1])
