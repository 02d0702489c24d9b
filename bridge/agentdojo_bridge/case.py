"""One case at a time: an environment that tools change, and AgentDojo's verdict on what became of it.

The order of things is that of `TaskSuite.run_task_with_pipeline`: inject, initialise, copy, run, then the check of the
user task and after it the check of the injection task, on the same two environments. Some checks change what they are
given (they read unread mail), so each scoring works on copies of its own.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from agentdojo.base_tasks import BaseInjectionTask, BaseUserTask
from agentdojo.functions_runtime import FunctionCall, FunctionsRuntime, TaskEnvironment
from agentdojo.task_suite.task_suite import TaskSuite
from agentdojo.types import text_content_block_from_string

from agentdojo_bridge import attack as attacks


def digest(environment: TaskEnvironment) -> str:
    """A fingerprint by which two environments can be compared."""
    return hashlib.sha256(environment.model_dump_json().encode()).hexdigest()


@lru_cache(maxsize=8)
def _environment(suite: TaskSuite, injections: tuple[tuple[str, str], ...]) -> TaskEnvironment:
    """The injected environment: to be copied, not used. AgentDojo takes up to 80 ms to parse it."""
    return suite.load_and_inject_default_environment(dict(injections))


class Case:
    """A task under an attack, or under none."""

    def __init__(
        self,
        suite: TaskSuite,
        user_task: str,
        injection_task: str | None = None,
        attack: str | None = None,
        injections: Mapping[str, str] | None = None,
        model_name: str | None = None,
        user_name: str | None = None,
    ) -> None:
        """`attack` fills the places that the user task reads; `injections` are texts for places, in its stead."""
        self.suite = suite
        self.user_task: BaseUserTask = _find(suite.user_tasks, user_task, "user task")
        self.injection_task: BaseInjectionTask | None = None
        if injection_task is not None:
            self.injection_task = _find(suite.injection_tasks, injection_task, "injection task")
        self.denies_service = False
        self.injections: dict[str, str] = dict(injections or {})
        if attack is not None:
            if self.injection_task is None:
                raise ValueError(f"the attack `{attack}` needs an injection task")
            if injections:
                raise ValueError("`attack` and `injections` exclude each other")
            made = attacks.load(suite, attack, model_name, user_name)
            self.injections = made.attack(self.user_task, self.injection_task)
            self.denies_service = made.is_dos_attack
        loaded = _environment(suite, tuple(sorted(self.injections.items())))
        self.environment = self.user_task.init_environment(loaded.model_copy(deep=True))
        self.before = self.environment.model_copy(deep=True)
        self.runtime = FunctionsRuntime(suite.tools)
        self.calls: list[FunctionCall] = []

    def call(self, tool: str, arguments: Mapping[str, Any]) -> tuple[Any, str | None]:
        """Runs a tool. Gives its result, or what went wrong in AgentDojo's words."""
        self.calls.append(FunctionCall(function=tool, args=dict(arguments)))
        return self.runtime.run_function(self.environment, tool, dict(arguments))

    def ground_truth(self, injection: bool = False) -> tuple[list[FunctionCall], str]:
        """The calls that solve the user task (or do what the injection wants) from here on, and the answer."""
        task = self.injection_task if injection else self.user_task
        if task is None:
            raise ValueError("the case has no injection task")
        return task.ground_truth(self.environment.model_copy(deep=True)), task.GROUND_TRUTH_OUTPUT

    def score(self, answer: str | None, calls: Sequence[FunctionCall] | None = None) -> dict[str, Any]:
        """AgentDojo's verdict, given the agent's final text and the calls that it asked for (those that arrived here
        unless given). A check that fails itself is an error, and counts as it does in AgentDojo's favour: no utility,
        no attack.
        """
        output = [] if answer is None else [text_content_block_from_string(answer)]
        before = self.before.model_copy(deep=True)
        after = self.environment.model_copy(deep=True)
        traces = [call.model_copy(deep=True) for call in (self.calls if calls is None else calls)]
        errors: list[str] = []

        def check(task: BaseUserTask | BaseInjectionTask) -> bool:
            try:
                return bool(self.suite._check_task_result(task, output, before, after, traces))
            except Exception as error:
                errors.append(f"{task.ID}: {type(error).__name__}: {error}")
                return False

        utility = check(self.user_task)
        succeeded = None
        if self.injection_task is not None:
            succeeded = check(self.injection_task)
            if self.denies_service:
                succeeded = not utility
        return {"utility": utility, "attack_succeeded": succeeded, "errors": errors}


def _find(tasks: Mapping[str, Any], name: str, kind: str) -> Any:
    if name not in tasks:
        raise ValueError(f"unknown {kind} `{name}`; expected one of {', '.join(tasks)}")
    return tasks[name]
