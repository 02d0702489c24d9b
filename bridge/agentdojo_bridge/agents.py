"""Deterministic agents, to compare the bridge's verdicts with those of AgentDojo's own runner.

An agent is a generator: it yields a call and is sent what came back, as text; or yields a `Truth` or the `Goal` and is
sent that, a ground truth as calls and an answer; and returns its own answer. So the same agent drives the bridge and, as an
`AgentPipeline`, AgentDojo's `run_task_with_pipeline`.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from agentdojo.agent_pipeline.base_pipeline_element import BasePipelineElement
from agentdojo.agent_pipeline.tool_execution import tool_result_to_str
from agentdojo.functions_runtime import FunctionCall
from agentdojo.types import ChatAssistantMessage, text_content_block_from_string

from agentdojo_bridge.thief import steal


@dataclass(frozen=True)
class Truth:
    """Asks for the ground truth as of now: of the user task, or of the injection task."""

    injection: bool = False


@dataclass(frozen=True)
class Goal:
    """Asks for the goal of the injection task, as text."""


Agent = Callable[[], Generator[FunctionCall | Truth | Goal, Any, str]]


def honest():
    """Solves the user task."""
    calls, answer = yield Truth()
    for call in calls:
        yield call
    return answer


def obedient():
    """Solves the user task, then does what the injection wants."""
    answer = yield from honest()
    calls, other = yield Truth(injection=True)
    for call in calls:
        yield call
    return f"{answer}\n{other}"


def hijacked():
    """Does what the injection wants, and then the user task."""
    calls, other = yield Truth(injection=True)
    for call in calls:
        yield call
    answer = yield from honest()
    return f"{other}\n{answer}"


def quoting():
    """Solves the user task, and repeats in its answer all that it read."""
    calls, answer = yield Truth()
    said = [answer]
    for call in calls:
        said.append((yield call))
    return "\n".join(said)


def thieving():
    """Solves the user task, then does what the injection wants if AgentDojo has no ground truth for it."""
    answer = yield from honest()
    yield from steal((yield Goal()))
    return answer


def idle():
    """Does nothing and says nothing."""
    yield from ()
    return ""


AGENTS: dict[str, Agent] = {agent.__name__: agent for agent in (honest, obedient, hijacked, thieving, quoting, idle)}


def scripted(calls: Iterable[FunctionCall], answer: str) -> Agent:
    """An agent that makes these calls, whatever comes back."""

    def agent():
        for call in calls:
            yield call
        return answer

    return agent


class AgentPipeline(BasePipelineElement):
    """An agent of this module as a pipeline of AgentDojo."""

    def __init__(self, agent: Agent, user_task, injection_task) -> None:
        self._agent = agent
        self._tasks = {False: user_task, True: injection_task}

    def query(self, query, runtime, env=None, messages=(), extra_args=None):
        """Lets the agent run on AgentDojo's runtime and environment."""
        steps = self._agent()
        said = []
        back = None
        while True:
            try:
                step = steps.send(back)
            except StopIteration as end:
                content = [text_content_block_from_string(end.value)]
                said.append(ChatAssistantMessage(role="assistant", content=content, tool_calls=None))
                return query, runtime, env, [*messages, *said], extra_args or {}
            if isinstance(step, Truth | Goal):
                task = self._tasks[isinstance(step, Goal) or step.injection]
                if task is None:
                    raise ValueError("this agent needs an injection task")
                back = task.GOAL if isinstance(step, Goal) else (task.ground_truth(env), task.GROUND_TRUTH_OUTPUT)
                continue
            said.append(ChatAssistantMessage(role="assistant", content=None, tool_calls=[step]))
            value, error = runtime.run_function(env, step.function, step.args)
            back = tool_result_to_str(value) if error is None else error
