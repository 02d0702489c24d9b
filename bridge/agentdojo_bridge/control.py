"""The tools of the benchmark's runner, which no agent is given: list, reset, score, ground truth."""

from collections.abc import Sequence
from typing import Any

from agentdojo.functions_runtime import FunctionCall
from agentdojo.task_suite.task_suite import TaskSuite
from mcp_types import Tool
from pydantic import BaseModel, ConfigDict, Field

from agentdojo_bridge import attack as attacks
from agentdojo_bridge.case import Case, digest
from agentdojo_bridge.suites import PACKAGE_VERSION


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ListCases(_Strict):
    """Lists the user tasks with their prompts, the injection tasks with their goals, and the attacks."""


class Reset(_Strict):
    """Starts a case: a fresh environment, with the attack's texts in it. Gives the prompt and the texts."""

    user_task: str
    injection_task: str | None = None
    attack: str | None = Field(None, description="An attack of AgentDojo; it fills every place that the task reads.")
    injections: dict[str, str] | None = Field(None, description="Texts by place, instead of an attack's.")
    model_name: str | None = Field(None, description="How the attack addresses the model, instead of its own choice.")
    user_name: str | None = Field(None, description="Whom the attack claims to be, instead of its own choice.")


class Call(_Strict):
    function: str
    args: dict[str, Any]


class Score(_Strict):
    """AgentDojo's verdict on the case as it stands. May be asked again: it changes nothing."""

    answer: str | None = Field(None, description="The agent's final text; null if it gave none.")
    calls: list[Call] | None = Field(None, description="What the agent asked for, instead of what arrived here.")


class GroundTruth(_Strict):
    """The calls that solve the user task from here on, or do what the injection wants, and the answer."""

    injection: bool = False


CONTROLS: dict[str, type[_Strict]] = {
    "dojo_list_cases": ListCases,
    "dojo_reset": Reset,
    "dojo_score": Score,
    "dojo_ground_truth": GroundTruth,
}


def specs() -> list[Tool]:
    """The control tools, as MCP lists them."""
    return [
        Tool(
            name=name,
            description=f"For the benchmark's runner only. {model.__doc__}",
            input_schema=model.model_json_schema(),
            output_schema={"type": "object", "additionalProperties": True},
        )
        for name, model in CONTROLS.items()
    ]


class Controls:
    """The control tools of one suite, and the case that is running."""

    def __init__(self, suite: TaskSuite, benchmark_version: str) -> None:
        self._suite = suite
        self._benchmark_version = benchmark_version
        self._case: Case | None = None

    @property
    def case(self) -> Case:
        """The case that is running."""
        if self._case is None:
            raise ValueError("no case has been started; call `dojo_reset` first")
        return self._case

    def run(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Runs the control tool called `name`."""
        match CONTROLS[name].model_validate(arguments):
            case ListCases():
                return self._list()
            case Reset() as reset:
                self._case = Case(self._suite, **dict(reset))
                return self._started(self._case)
            case Score(answer=answer, calls=None):
                return self.case.score(answer)
            case Score(answer=answer, calls=calls):
                return self.case.score(answer, [FunctionCall(function=c.function, args=c.args) for c in calls])
            case GroundTruth(injection=injection):
                calls, answer = self.case.ground_truth(injection)
                return {"calls": as_json(calls), "answer": answer}
            case other:
                raise NotImplementedError(type(other).__name__)

    def _list(self) -> dict[str, Any]:
        return {
            "suite": self._suite.name,
            "benchmark_version": self._benchmark_version,
            "agentdojo_package_version": PACKAGE_VERSION,
            "user_tasks": [{"id": task.ID, "prompt": task.PROMPT} for task in self._suite.user_tasks.values()],
            "injection_tasks": [{"id": task.ID, "goal": task.GOAL} for task in self._suite.injection_tasks.values()],
            "attacks": attacks.names(),
        }

    def _started(self, case: Case) -> dict[str, Any]:
        return {
            "prompt": case.user_task.PROMPT,
            "goal": None if case.injection_task is None else case.injection_task.GOAL,
            "injections": case.injections,
            "environment_digest": digest(case.environment),
        }


def as_json(calls: Sequence[FunctionCall]) -> list[dict[str, Any]]:
    """Calls as `dojo_score` takes them."""
    return [{"function": call.function, "args": dict(call.args)} for call in calls]
