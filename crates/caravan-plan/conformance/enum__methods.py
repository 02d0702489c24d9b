# An enum with methods and properties.
from enum import Enum

class Planet(Enum):
    EARTH = (5, "blue")
    MARS = (3, "red")

    def mass(self):
        return self.value[0]

    @property
    def color(self):
        return self.value[1]

    @classmethod
    def heaviest(cls):
        return max(cls, key=lambda p: p.mass())

print(Planet.EARTH.mass(), Planet.MARS.color, Planet.heaviest(), Planet((3, "red")).name)
