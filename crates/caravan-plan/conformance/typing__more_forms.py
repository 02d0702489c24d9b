# Forms of `typing` that say something to a type checker alone.
from typing import TYPE_CHECKING, NotRequired, Required, Sized, TypeAlias, TypedDict

Vector: TypeAlias = list[float]


class Movie(TypedDict, total=False):
    title: Required[str]
    year: NotRequired[int]


def length(vector: Vector) -> float:
    return sum(x * x for x in vector) ** 0.5


movie: Movie = {"title": "Alien", "year": 1979}
print(length([3.0, 4.0]), movie, Movie(title="Heat"), movie.get("year"), TYPE_CHECKING)
