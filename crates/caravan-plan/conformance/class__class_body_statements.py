# A class body runs once, from top to bottom, and its names become attributes.
class Config:
    base = 10
    double = base * 2
    names = [n.upper() for n in ("a", "b")]
    size = "big" if double > 15 else "small"

print(Config.base, Config.double, Config.names, Config.size)
