# A TypedDict is a plain dict at run time.
from typing import TypedDict

class Movie(TypedDict):
    title: str
    year: int

class Extra(Movie, total=False):
    rating: float

m: Movie = {"title": "X", "year": 1999}
n = Movie(title="Y", year=2000)
print(m, n, type(m) is dict, n["year"] + 1)
e = Extra(title="Z", year=1, rating=4.5)
print(e, e.get("missing"), Extra(title=5))
