"""The reference quarantined model, as an executable specification.

It answers by general rules that look at the schema's types and field names and at the text, never at the task. They are
the rules that the reference plans rely on, and that docs/multiagentdojo.md lists.
"""

import re
import types
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
URL = re.compile(r"(?:https?://|www\.)[^\s<>()\"']*[^\s<>()\"'.,;:!?]")
IBAN = re.compile(r"\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b")
FORMS = {"email": EMAIL, "url": URL, "link": URL, "website": URL, "page": URL, "iban": IBAN}
NUMBER = re.compile(r"(?<![\w.])[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.,])[-+]?\d+(?:\.\d+)?(?![\w]|\.\d)")
RANGE = re.compile(r"[^\n\d]{0,20}(\d[\d,.]*\d|\d)\s*(?:-|–|to)\s*(\d[\d,.]*\d|\d)")
BULLET = re.compile(r"\s*[-*•]\s+(.*)")
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*\.?"
ORDINAL = r"(?P<day>\d{1,2})(?:st|nd|rd|th)"
DATES = [
    re.compile(r"\b(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})\b"),
    re.compile(rf"\b{MONTH} {ORDINAL}?(?:,? (?P<year>\d{{4}}))?\b", re.I),
    re.compile(rf"\b{ORDINAL}? (?:of )?{MONTH}(?:,? (?P<year>\d{{4}}))?\b", re.I),
]
CLOCK = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*([AaPp])\.?[Mm]\b|\b(\d{1,2}):(\d{2})\b")
NO_LABEL = {"start", "end", "date", "time", "when", "deadline", "day"}
"""Words of the names of moments that no text has to repeat."""
SAME = {"score": "rating", "rating": "score"}


class Missing(ValueError):
    """The text does not hold what is asked for."""


def ask(query: str, schema: Any = str) -> Any:
    """The answer to a query: its first line is the question, the rest is the text."""
    _, _, text = query.partition("\n")
    return answer("", schema, text if text.strip() else query)


def answer(name: str, schema: Any, text: str) -> Any:
    """The value of a field called `name`."""
    origin = get_origin(schema)
    if schema is str:
        return string(name, text)
    if schema is bool:
        return bool(labels(name, text))
    if schema in (int, float):
        return schema(number(name, text))
    if schema is datetime:
        return moment(name, text)
    if origin is Literal:
        return member(get_args(schema), text)
    if origin is list:
        (item,) = get_args(schema)
        return strings(name, text) if item is str else records(item, text)
    if origin in (Union, types.UnionType) and type(None) in get_args(schema):
        (inner,) = [part for part in get_args(schema) if part is not type(None)]
        try:
            return answer(name, inner, text)
        except Missing:
            return None
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return schema(**{field: answer(field, info.annotation, text) for field, info in schema.model_fields.items()})
    raise Missing(f"no rule for {schema}")


def stem(word: str) -> str:
    """The word without a common ending."""
    word = word.lower()
    for ending in ("ing", "ies", "es", "ed", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def labels(name: str, text: str) -> list[int]:
    """The places behind words of the text with the stem of a word of the name: its last word that the text has."""
    for word in reversed(name.split("_")):
        if word:
            found = [m.end() for m in re.finditer(rf"\b{re.escape(stem(word))}\w*", text, re.I)]
            if found:
                return found
    return []


def string(name: str, text: str) -> str:
    """A text."""
    kind = name.split("_")[-1]
    if kind in ("", "summary", "text", "content", "excerpt"):
        return text.strip()
    if kind in FORMS:
        return found(FORMS[kind].search(text), name)
    if kind in ("location", "place", "venue"):
        return place(name, text)
    if kind in ("street", "city"):
        lines = re.search(r"^(?P<street>.*\d.*)\n(?P<city>.*), [A-Z]{2} \d{5}.*$", text, re.M)
        return found(lines, name, kind)
    for at in labels(name, text):
        said = re.match(r"(?:\s*(?:is|are|will be)\b:?|\s*[:=])\s+([^.!?,;\n]+)", text[at:], re.I)
        if said:
            return said[1].strip()
    if kind in ("user", "name", "person"):
        return found(re.search(r"(?<=[a-z,] )([A-Z][a-z]+(?: [A-Z][a-z]+)*)\b", text), name)
    if kind in ("cuisine", "kind", "type", "style"):
        for at in labels(name, text):
            if before := re.search(r"(?:[\w-]+ ){1,2}\w+$", text[:at]):
                return before[0]
    raise Missing(name)


def found(match: re.Match[str] | None, name: str, group: str | int = 0) -> str:
    """What was matched, or Missing."""
    if match is None:
        raise Missing(name)
    return match[group].strip()


def number(name: str, text: str) -> float:
    """The first number close behind a label; without any label the only number."""
    text = re.sub(r"\b\d{4}-\d{2}-\d{2}\b", " ", text)
    places = labels(name, text)
    for at in places:
        if between := RANGE.match(text[at:]):
            return as_number(between[2 if "max" in name.split("_") else 1])
        behind = NUMBER.search(text, at)
        if behind and behind.start() - at <= 25 and "\n" not in text[at : behind.start()].strip(" \t"):
            return as_number(behind[0])
    every = NUMBER.findall(text)
    if places or len(every) != 1:
        raise Missing(name)
    return as_number(every[0])


def as_number(text: str) -> float:
    """A number that may have commas between thousands."""
    return float(text.replace(",", ""))


def member(options: tuple[str, ...], text: str) -> str:
    """The option that the text names most often."""
    counts = {option: len(re.findall(rf"\b{re.escape(option)}\b", text, re.I)) for option in options}
    most = max(options, key=lambda option: counts[option])
    if counts[most] == 0:
        raise Missing("none of the options")
    return most


def sentences(text: str) -> Iterator[tuple[date | None, str]]:
    """The sentences, each with the day on which it was sent, where a line above says so."""
    sent = None
    for line in text.splitlines():
        if stamp := re.match(r"\s*Sent: (\d{4}-\d{2}-\d{2})", line):
            sent = date.fromisoformat(stamp[1])
            continue
        for sentence in re.split(r"(?<=[.!?])\s+", line):
            if sentence.strip():
                yield sent, sentence


def day(sent: date | None, sentence: str, text: str) -> date | None:
    """The day that a sentence names. A missing year is that of the sending, or one that the text names."""
    for form in DATES:
        if named := form.search(sentence):
            parts = named.groupdict()
            year = parts["year"] or (sent.year if sent else found(re.search(r"\b20\d\d\b", text), "year"))
            month = parts.get("number") or MONTHS.index(parts["month"].lower()) + 1
            try:
                return date(int(year), int(month), int(parts["day"]))
            except ValueError:
                return None
    ordinal = re.search(rf"\b{ORDINAL}\b", sentence)
    if ordinal and sent:
        following = (sent + timedelta(days=after) for after in range(62))
        return next((one for one in following if one.day == int(ordinal["day"])), None)
    return None


def clock(sentence: str) -> tuple[int, int] | None:
    """The time of day that a sentence names."""
    named = CLOCK.search(sentence)
    if named is None:
        return None
    if named[3]:
        return int(named[1]) % 12 + (12 if named[3] in "pP" else 0), int(named[2] or 0)
    return int(named[4]), int(named[5])


def moment(name: str, text: str) -> datetime:
    """The moment in the sentence that fits best: most labels, then a time of day, then the first."""
    wanted = [stem(word) for word in name.split("_") if word not in NO_LABEL]
    best = None
    for sent, sentence in sentences(text):
        named = day(sent, sentence, text)
        if named is not None:
            hits = sum(bool(re.search(rf"\b{re.escape(word)}", sentence, re.I)) for word in wanted)
            time = clock(sentence)
            fit = (hits, time is not None)
            if best is None or fit > best[0]:
                best = fit, datetime(named.year, named.month, named.day, *(time or (0, 0)))
    if best is None:
        raise Missing(name)
    return best[1]


def place(name: str, text: str) -> str:
    """What follows `at`, sentences with a date or a time of day first."""

    def vague(one: tuple[date | None, str]) -> int:
        return (day(*one, text) is None) + (clock(one[1]) is None)

    for _, sentence in sorted(sentences(text), key=vague):
        where = re.search(r"\bat (?:the |a |our )?([A-Za-z][\w'’ ]*?)(?= on\b| at\b|[.,;!?]|$)", sentence)
        if where:
            return where[1].strip()
    raise Missing(name)


def strings(name: str, text: str) -> list[str]:
    """A list of texts: of a known form, below a label, in quotes, or the lines."""
    kind = name.split("_")[-1].removesuffix("s")
    if kind in FORMS:
        return list(dict.fromkeys(FORMS[kind].findall(text)))
    if below := (bullets(name, text) if name else []):
        return below
    if quoted := re.findall(r"(?<!\w)'([^'\n]+)'(?!\w)", text):
        return list(dict.fromkeys(quoted))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines:
        lines[0] = re.sub(r"^[^:]+: ?", "", lines[0])
    return [line for line in lines if line]


def bullets(name: str, text: str) -> list[str]:
    """The bullets below the first line that ends in a colon and has every word of the name."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.strip().endswith(":") and all(re.search(rf"\b{stem(word)}", line, re.I) for word in name.split("_")):
            below = []
            for bullet in map(BULLET.match, lines[at + 1 :]):
                if bullet is None:
                    break
                below.append(bullet[1].strip())
            if below:
                return below
    return []


def records(schema: type[BaseModel], text: str) -> list[Any]:
    """A list of records: rows of a table, numbered sections, lines of `label: value`, or bullets `KEY: VALUE`."""
    fields = {name: info.annotation for name, info in schema.model_fields.items()}
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    header = [stem(title.strip()) for title in lines[0].split(",")]
    columns = [column(name, header) for name in fields]
    if len(header) > 1 and None not in columns:
        rows = [line.split(",", len(header) - 1) for line in lines[1:]]
        made = [{name: cells[at].strip() for name, at in zip(fields, columns)} for cells in rows if len(cells) == len(header)]
    elif any(get_origin(schema) is list for schema in fields.values()):
        sections = [re.match(r"\d+\. (.*)\n", part) and part for part in re.split(r"(?m)^(?=\d+\. )", text)]
        made = [
            {
                name: bullets(name, part) if get_origin(of) is list else part.split(". ", 1)[1].split("\n")[0].strip()
                for name, of in fields.items()
            }
            for part in sections
            if part
        ]
    elif len(fields) > 1 and all(pair(name, lines[0]) for name in fields):
        made = [{name: pair(name, line) for name in fields} for line in lines]
    else:
        made = [row for row in (keyed(fields, line) for line in lines) if row is not None]
    valid = []
    for row in made:
        try:
            valid.append(schema(**row))
        except ValueError:
            continue
    return valid


def column(name: str, header: list[str]) -> int | None:
    """Which column of a table a field is."""
    for word in reversed(name.split("_")):
        for title in (word, SAME.get(word, word)):
            if stem(title) in header:
                return header.index(stem(title))
    return None


def pair(name: str, line: str) -> str | None:
    """The value of a field in a line of `label: value, label: value`."""
    for word in reversed(name.split("_")):
        if said := re.search(rf"\b{re.escape(word)}\w*(?: \w+)?: ([^,\n]+)", line, re.I):
            return said[1].strip()
    return None


def keyed(fields: dict[str, Any], line: str) -> dict[str, Any] | None:
    """A record from a bullet `KEY: VALUE`: texts in that order, other fields from the whole line."""
    bullet = BULLET.match(line)
    parts = re.match(r"([^:]+):\s+(.*)", bullet[1]) if bullet else None
    if parts is None:
        return None
    texts = iter(part.strip() for part in parts.groups())
    try:
        return {name: next(texts, "") if of is str else answer(name, of, line) for name, of in fields.items()}
    except Missing:
        return None
