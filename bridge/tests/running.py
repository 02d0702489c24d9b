"""Runs the reference plans with Python's own semantics against an environment of AgentDojo.

No labels and no gate: this tells whether the plans solve their tasks and compute their calls from data. What the plan
machine makes of them is the runner's business.
"""

import ast
import copy
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from agentdojo.functions_runtime import FunctionCall, FunctionsRuntime, TaskEnvironment
from agentdojo.task_suite.task_suite import TaskSuite
from pydantic import BaseModel, TypeAdapter

from tests import quarantined
from tests.plans import Plan

NAMES = {"BaseModel": BaseModel, "datetime": datetime, "timedelta": timedelta, "Literal": Literal, "re": re}


class ToolFailure(ValueError):
    """A tool's error, which a plan could handle."""


@dataclass
class Run:
    """A run of the plans for one task."""

    suite: TaskSuite
    config: dict[str, Any]
    plans: list[Plan]
    environment: TaskEnvironment
    calls: list[FunctionCall] = field(default_factory=list)
    used: list[Plan] = field(default_factory=list)

    def answer(self) -> str:
        """Runs the root's plan and gives the text of its answer."""
        return str(self._episode(self.config["root"], None, {}, None))

    def _episode(self, agent: str, message: str | None, variables: dict[str, Any], schema: Any) -> Any:
        (plan,) = [p for p in self.plans if p.agent == agent and p.message == message]
        self.used.append(plan)
        settings = self.config["agents"][agent]
        scope: dict[str, Any] = dict(NAMES)
        scope["get_variable"] = variables.__getitem__
        scope["query_ai_assistant"] = lambda query, output_schema=str: quarantined.ask(query, output_schema)
        for tool in settings.get("tools", []):
            scope[tool] = self._tool(tool)
        for child in settings.get("children", []):
            scope[child] = self._child(child)
        value = _function(plan, scope)()
        return value if schema is None else TypeAdapter(schema).validate_python(_plain(value))

    def _child(self, agent: str) -> Callable[..., Any]:
        def call(*, message: str, variables: dict[str, Any] = {}, output_schema: Any = str) -> Any:
            return self._episode(agent, message, variables, output_schema)

        return call

    def _tool(self, name: str) -> Callable[..., Any]:
        runtime = FunctionsRuntime(self.suite.tools)

        def call(**arguments: Any) -> Any:
            self.calls.append(FunctionCall(function=name, args=copy.deepcopy(arguments)))
            value, error = runtime.run_function(self.environment, name, arguments)
            if error is not None:
                raise ToolFailure(error)
            return copy.deepcopy(value)

        return call


def _function(plan: Plan, scope: dict[str, Any]) -> Callable[[], Any]:
    """The plan as a function, whose last expression is its answer."""
    body = plan.tree().body
    if isinstance(body[-1], ast.Expr):
        body[-1] = ast.Return(body[-1].value)
    module = ast.parse("def plan(): pass")
    module.body[0].body = body
    exec(compile(ast.fix_missing_locations(module), plan.agent, "exec"), scope)
    return scope["plan"]


def _plain(value: Any) -> Any:
    """Records as dictionaries, so that another class with the same fields takes them."""
    if isinstance(value, BaseModel):
        return {name: _plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
