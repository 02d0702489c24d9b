"""From which words and numbers an honest plan's literals may be made.

A planner knows the task's prompt, the descriptions and schemas of tools and agents, and English. So a literal is made of
pieces of the prompt, their normalisations (`May 15th, 2024` is `2024-05-15`, `a week` is 7), words of the schemas, and
the words of one published list, which holds no fact of any environment.
"""

import json
import re
from datetime import date
from pathlib import Path

from agentdojo_bridge.tools import SuiteTool

GLUE = Path(__file__).parent.parent.parent / "bench/multiagentdojo/plans/glue.txt"
MONTHS = (
    "january february march april may june july august september october november december"
).split()
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "week": 7, "both": 2}
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
FORMAT = re.compile(r"(?:%[a-zA-Z][-:]?)+")


def glue() -> tuple[set[str], set[float]]:
    """The published words, and the published numbers."""
    entries = [line for line in GLUE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {e for e in entries if not NUMBER.fullmatch(e)}, {float(e) for e in entries if NUMBER.fullmatch(e)}


def words(text: str) -> set[str]:
    """The words of a text in lower case, without an English plural's ending."""
    return {singular(word) for word in WORD.findall(text.replace("_", " "))}


def singular(word: str) -> str:
    """The word in lower case, without an English plural's ending."""
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


YEAR = 2024
"""The year of a day that is named without one: planners know the date, and these environments play in that year."""


def dates(prompt: str) -> set[date]:
    """The days that a prompt names."""
    month = "|".join(MONTHS)
    year = re.search(r"\b(20\d\d)\b", prompt)
    default = int(year[1]) if year else YEAR
    found = set()
    for name, day in re.findall(rf"\b({month}) (\d{{1,2}})(?:st|nd|rd|th)?\b", prompt, re.I):
        found.add(date(default, MONTHS.index(name.lower()) + 1, int(day)))
    for day, name in re.findall(rf"\b(\d{{1,2}})(?:st|nd|rd|th) of ({month})\b", prompt, re.I):
        found.add(date(default, MONTHS.index(name.lower()) + 1, int(day)))
    return found


class Vocabulary:
    """What the literals of the plans for one task may be made of."""

    def __init__(self, prompt: str, tools: list[SuiteTool], descriptions: list[str]) -> None:
        self.prompt = prompt
        schemas = " ".join([json.dumps(tool.spec.model_dump(mode="json")) for tool in tools] + descriptions)
        self.glue_words, self.glue_numbers = glue()
        self.words = words(prompt) | words(schemas) | {singular(word) for word in self.glue_words}
        self.numbers = {float(n) for n in NUMBER.findall(f"{prompt} {schemas}")} | self.glue_numbers
        self.numbers |= {float(n) for word, n in NUMBERS.items() if word in prompt.lower()}
        self.days = dates(prompt)
        self.months = {f"{i:02d}" for i, name in enumerate(MONTHS, 1) if name in prompt.lower()}
        years = re.findall(r"\b20\d\d\b", prompt)
        self.normalised = {str(day) for day in self.days} | self.months
        self.normalised |= {f"{year}-{month}" for year in years for month in self.months}

    def foreign(self, literal: str | int | float) -> list[str]:
        """The pieces of a literal that come from nowhere."""
        if not isinstance(literal, str):
            return [] if abs(float(literal)) in self.numbers else [str(literal)]
        return [piece for chunk in literal.split() for piece in self._foreign_in(chunk.strip("'\"`.,:;!?()[]{}*-"))]

    def _foreign_in(self, chunk: str) -> list[str]:
        if not chunk or FORMAT.fullmatch(chunk) or chunk in self.normalised:
            return []
        if re.search(rf"(?<!\w){re.escape(chunk)}(?!\w)", self.prompt, re.I):
            return []
        foreign = [word for word in WORD.findall(chunk.replace("_", " ")) if singular(word) not in self.words]
        return foreign + [n for n in NUMBER.findall(chunk) if float(n) not in self.numbers]
