"""A server of the Python SDK with every type of result that it knows how to declare."""

import asyncio
import datetime
import enum
import sys
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from mcp.server.fastmcp import Context, FastMCP, Image
from pydantic import BaseModel, Field

server = FastMCP("typed", port=int(sys.argv[2]) if len(sys.argv) > 2 else 8000)


class Status(enum.Enum):
    OPEN = "open"
    DONE = "done"


class Person(BaseModel):
    """A person."""

    name: str = Field(description="The whole name")
    age: int
    email: str | None = None


class Task(BaseModel):
    title: str
    status: Status
    owner: Person
    due: datetime.datetime
    day: datetime.date
    tags: list[str] = []
    notes: dict[str, int] = {}


class Place(TypedDict):
    city: str
    zip: int


@dataclass
class Point:
    x: float
    y: float


@server.tool()
def an_int(n: int = 1) -> int:
    """One more."""
    return n + 1


@server.tool()
def a_float() -> float:
    return 0.5


@server.tool()
def a_bool() -> bool:
    return True


@server.tool()
def a_text() -> str:
    return "text"


@server.tool()
def nothing() -> None:
    return None


@server.tool()
def a_list() -> list[int]:
    return [1, 2, 3]


@server.tool()
def a_dict() -> dict[str, int]:
    return {"a": 1}


@server.tool()
def a_tuple() -> tuple[int, str]:
    return (1, "a")


@server.tool()
def a_model() -> Person:
    return Person(name="Ann", age=44)


@server.tool()
def models() -> list[Person]:
    return [Person(name="Ann", age=44), Person(name="Bob", age=7, email="bob@example.com")]


@server.tool()
def a_task() -> Task:
    due = datetime.datetime(2026, 12, 1, 10, 0, tzinfo=datetime.timezone.utc)
    return Task(title="t", status=Status.OPEN, owner=Person(name="Ann", age=44), due=due, day=due.date(), notes={"n": 1})


@server.tool()
def a_typed_dict() -> Place:
    return {"city": "Rome", "zip": 100}


@server.tool()
def a_dataclass() -> Point:
    return Point(1.0, 2.5)


@server.tool()
def a_literal() -> Literal["low", "high"]:
    return "low"


@server.tool()
def an_optional(there: bool) -> Person | None:
    return Person(name="Ann", age=44) if there else None


@server.tool()
def a_union(number: bool) -> int | str:
    return 7 if number else "seven"


@server.tool()
def a_date() -> datetime.date:
    return datetime.date(2026, 12, 1)


@server.tool()
def anything() -> Any:
    return {"free": [1, "a"]}


@server.tool()
def untyped():
    return "plain"


@server.tool()
def an_image() -> Image:
    return Image(data=b"image", format="png")


@server.tool()
def failing() -> int:
    raise ValueError("no such thing")


@server.tool()
def takes(
    must: str,
    when: datetime.datetime | None = None,
    day: datetime.date | None = None,
    count: int = 1,
    ratio: float = 0.5,
    names: list[str] | None = None,
    person: Person | None = None,
    status: Status = Status.OPEN,
    flag: bool = False,
) -> str:
    """Says what it got."""
    return repr((must, when, day, count, ratio, names, person, status, flag))


@server.tool()
async def slow(ctx: Context, steps: int) -> str:
    for step in range(steps):
        await ctx.report_progress(step, steps, f"step {step}")
        await asyncio.sleep(0.05)
    return "done"


server.run(sys.argv[1] if len(sys.argv) > 1 else "stdio")
