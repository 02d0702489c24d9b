"""Environments changed consistently: other names, other ids, another order, other amounts."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel

from tests.vocabulary import MONTHS

TOKEN = re.compile(r"[^\W_]+")
FORMS = {"www", "http", "https", *MONTHS}
"""Parts of documented formats, by which an address or a date is recognised as one."""


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The same value with every text of data changed, keys of dictionaries among them; fields keep their names."""
    if isinstance(value, BaseModel):
        return value.model_copy(update={name: mapped(getattr(value, name), change) for name in type(value).model_fields})
    if isinstance(value, dict):
        return {mapped(key, change): mapped(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(mapped(item, change) for item in value)
    return change(value) if type(value) is str else value


def shifted(token: str) -> str:
    """A token of the same shape: each letter and digit is the next one."""

    def following(sign: str) -> str:
        for first, last in ("az", "AZ", "09"):
            if first <= sign <= last:
                return first if sign == last else chr(ord(sign) + 1)
        return sign

    return "".join(map(following, token))


def renaming(tokens: Iterable[str]) -> Callable[[str], str]:
    """Changes these tokens, whatever their case, wherever they stand."""
    wanted = {token.lower() for token in tokens} - FORMS

    def change(text: str) -> str:
        return TOKEN.sub(lambda m: shifted(m[0]) if m[0].lower() in wanted else m[0], text)

    return change


def containers(environment: BaseModel) -> Iterable[tuple[BaseModel, str]]:
    """The lists and dictionaries in an environment that hold things of one kind, by owner and field."""
    for name in type(environment).model_fields:
        part = getattr(environment, name)
        if isinstance(part, BaseModel):
            for field in type(part).model_fields:
                if isinstance(getattr(part, field), list | dict):
                    yield part, field


def reverse(environment: BaseModel) -> None:
    """Turns the order of everything round."""
    for part, field in containers(environment):
        held = getattr(part, field)
        setattr(part, field, held[::-1] if isinstance(held, list) else dict(reversed(held.items())))


def swap_ids(environment: BaseModel) -> dict[str, dict[Any, Any]]:
    """Gives events, files and payments each other's ids. Returns the new id of each, by the argument's name."""
    changes: dict[str, dict[Any, Any]] = {}
    for part, field in containers(environment):
        held = getattr(part, field)
        argument = {"events": "event_id", "files": "file_id", "scheduled_transactions": "id"}.get(field)
        items = held if isinstance(held, list) else list(held.values())
        if argument is None or not all(isinstance(item, BaseModel) for item in items):
            continue
        key = "id" if argument == "id" else "id_"
        ids = [getattr(item, key) for item in items]
        changes[argument] = dict(zip(ids, reversed(ids)))
        for item in items:
            setattr(item, key, changes[argument][getattr(item, key)])
        if isinstance(held, dict):
            setattr(part, field, {item.id_: item for item in items})
    return changes


def double_amounts(environment: BaseModel, kept: set[float]) -> None:
    """Doubles each payment that is not one of the kept, and each number with decimals in a file."""
    for payment in environment.bank_account.transactions + environment.bank_account.scheduled_transactions:
        if payment.amount not in kept:
            payment.amount *= 2
    files = environment.filesystem.files
    for name, text in files.items():
        files[name] = re.sub(r"\d+\.\d\d\b", lambda m: f"{float(m[0]) * 2:.2f}", text)
