"""Reads the reference plans of `bench/multiagentdojo/plans`, in the format that its README describes."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "bench/multiagentdojo/plans"
HEADER = re.compile(r"# %% (?P<agent>\w+)(?:: (?P<message>.+))?")


@dataclass(frozen=True)
class Plan:
    """One agent's plan, and the message that it answers; the root's is the task's prompt."""

    agent: str
    message: str | None
    text: str

    def tree(self) -> ast.Module:
        """The program."""
        return ast.parse(self.text)


def read(path: Path) -> list[Plan]:
    """The plans of one file."""
    plans: list[Plan] = []
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        header = HEADER.fullmatch(line)
        if header is not None:
            lines = []
            plans.append(Plan(header["agent"], header["message"], ""))
        elif plans:
            lines.append(line)
            plans[-1] = Plan(plans[-1].agent, plans[-1].message, "\n".join(lines))
        elif not line.startswith("#"):
            raise ValueError(f"{path.name}: a line before the first header: {line}")
    return plans


def calls(plan: Plan) -> list[tuple[str, dict[str, ast.expr]]]:
    """The calls of plain names in a plan, with their keyword arguments."""
    return [
        (node.func.id, {word.arg: word.value for word in node.keywords if word.arg is not None})
        for node in ast.walk(plan.tree())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def literals(plan: Plan) -> list[str | int | float]:
    """The texts and numbers that the plan writes out, the message that it answers not among them."""
    found: list[str | int | float] = []

    class Visitor(ast.NodeVisitor):
        def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
            self.visit(node.value)  # and not the format's specification, which is syntax

        def visit_Constant(self, node: ast.Constant) -> None:
            if isinstance(node.value, str | int | float) and not isinstance(node.value, bool):
                found.append(node.value)

    Visitor().visit(plan.tree())
    return found


def asked(of: list[Plan]) -> set[str]:
    """The words in the names of the fields that the plans ask for."""
    return {
        word
        for plan in of
        for node in ast.walk(plan.tree())
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        for word in node.target.id.split("_")
    }
