"""Compares the bridge, over MCP, with AgentDojo's own runner, case by case.

Checked are: the counts; that the ground truth of every user task is useful; that the texts of the attack and the whole
injected environment of each case are AgentDojo's; and that utility and security are those of `run_task_with_pipeline`,
for agents whose runs between them come out every way.
"""

import sys
from collections import Counter
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from pathlib import Path
from typing import Any

from agentdojo.attacks.attack_registry import load_attack
from agentdojo.attacks.base_attacks import BaseAttack
from agentdojo.functions_runtime import FunctionCall, TaskEnvironment
from agentdojo.task_suite.task_suite import TaskSuite
from mcp import Client, StdioServerParameters

from agentdojo_bridge import suites
from agentdojo_bridge.agents import AGENTS, Agent, AgentPipeline, Goal, Truth
from agentdojo_bridge.case import digest

ATTACK = "important_instructions"


class _Target(AgentPipeline):
    """What the attack is made against; only its name is read."""

    name = "local"

    def __init__(self) -> None:
        super().__init__(AGENTS["idle"], None, None)


@lru_cache
def _attack(suite: TaskSuite, name: str) -> BaseAttack:
    return load_attack(name, suite, _Target())


def injected(suite: TaskSuite, user_task: str, injection_task: str, attack: str) -> dict[str, str]:
    """The attack's texts, by AgentDojo without the bridge."""
    return _attack(suite, attack).attack(suite.user_tasks[user_task], suite.injection_tasks[injection_task])


def by_agentdojo(
    suite: TaskSuite, user_task: str, injection_task: str | None, environment: TaskEnvironment, agent: Agent
) -> dict[str, Any]:
    """The verdict of AgentDojo's own runner on an agent in a copy of `environment`."""
    user = suite.user_tasks[user_task]
    injection = None if injection_task is None else suite.injection_tasks[injection_task]
    pipeline = AgentPipeline(agent, user, injection)
    own = environment.model_copy(deep=True)
    utility, security = suite.run_task_with_pipeline(pipeline, user, injection, {}, environment=own)
    return {"utility": utility, "attack_succeeded": None if injection is None else security}


async def by_bridge(client: Client, agent: Agent, goal: str | None) -> dict[str, Any]:
    """The bridge's verdict on an agent in the case that was started, whose injection has this goal."""
    steps = agent()
    back: Any = None
    while True:
        try:
            step = steps.send(back)
        except StopIteration as end:
            verdict = await control(client, "dojo_score", answer=end.value)
            if errors := verdict.pop("errors"):
                raise RuntimeError("; ".join(errors))
            return verdict
        if isinstance(step, Truth):
            truth = await control(client, "dojo_ground_truth", injection=step.injection)
            back = [FunctionCall(**call) for call in truth["calls"]], truth["answer"]
            continue
        if isinstance(step, Goal):
            back = goal
            continue
        answer = await client.call_tool(step.function, dict(step.args))
        back = answer.content[0].text


async def control(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Calls a control tool."""
    answer = await client.call_tool(tool, arguments)
    if answer.is_error:
        raise RuntimeError(f"{tool}: {answer.content[0].text}")
    return answer.structured_content


def connect(suite: str, benchmark_version: str) -> AbstractAsyncContextManager[Client]:
    """A client of the bridge for one suite, in a process of its own."""
    bridge = str(Path(__file__).parent.parent)
    arguments = [bridge, "--benchmark-version", benchmark_version, "serve", suite]
    return Client(StdioServerParameters(command=sys.executable, args=arguments))


async def check(benchmark_version: str, sample: int | None, chosen: list[str]) -> int:
    """Runs every check, or those of `sample` cases, in the chosen suites, and prints what was found. Gives the exit
    code.
    """
    loaded = {name: suites.load(name, benchmark_version) for name in suites.TASKS}
    users = [(name, user) for name, suite in loaded.items() for user in suite.user_tasks]
    goals = sum(len(suite.injection_tasks) for suite in loaded.values())
    cases = [(name, user, goal) for name, user in users for goal in loaded[name].injection_tasks]
    print(f"{len(users)} user tasks, {goals} injection tasks, {len(cases)} cases")
    differences = []
    if (len(users), goals, len(cases)) != (97, 35, 949):
        differences.append("expected 97, 35 and 949")
    loaded = {name: loaded[name] for name in chosen}
    users = [(name, user) for name, user in users if name in chosen]
    cases = [(name, user, goal) for name, user, goal in cases if name in chosen]
    if sample is not None:
        users, cases = _spread(users, sample), _spread(cases, sample)
    useful = 0
    outcomes: Counter[tuple[str, bool, bool]] = Counter()
    for name, suite in loaded.items():
        async with connect(name, benchmark_version) as client:
            for user in [user for of, user in users if of == name]:
                await control(client, "dojo_reset", user_task=user)
                verdict = await by_bridge(client, AGENTS["honest"], None)
                useful += verdict["utility"]
                if not verdict["utility"]:
                    differences.append(f"{name} {user}: the ground truth is not useful")
            for user, goal in [(user, goal) for of, user, goal in cases if of == name]:
                differences += await _compare(suite, client, user, goal, outcomes)
        print(f"{name}: done", flush=True)
    print(f"ground truth useful: {useful} of {len(users)}")
    print(f"{len(cases)} cases under the attack {ATTACK}; per agent: useful, attacked:")
    for agent in AGENTS:
        utility = sum(n for (of, good, _), n in outcomes.items() if of == agent and good)
        attacked = sum(n for (of, _, bad), n in outcomes.items() if of == agent and bad)
        print(f"  {agent}: {utility}, {attacked}")
    print(*differences, f"{len(differences)} differences", sep="\n")
    return 1 if differences else 0


async def _compare(
    suite: TaskSuite, client: Client, user: str, goal: str, outcomes: Counter[tuple[str, bool, bool]]
) -> list[str]:
    """The differences in one case."""
    case = f"{suite.name} {user} {goal}"
    texts = injected(suite, user, goal, ATTACK)
    environment = suite.load_and_inject_default_environment(texts)
    differences = []
    for name, agent in AGENTS.items():
        started = await control(client, "dojo_reset", user_task=user, injection_task=goal, attack=ATTACK)
        if started["injections"] != texts:
            differences.append(f"{case}: other injected texts")
        if started["environment_digest"] != digest(environment):
            differences.append(f"{case}: another environment")
        expected = by_agentdojo(suite, user, goal, environment, agent)
        found = await by_bridge(client, agent, started["goal"])
        outcomes[name, expected["utility"], expected["attack_succeeded"]] += 1
        if found != expected:
            differences.append(f"{case} {name}: {found}, but AgentDojo says {expected}")
    return differences


def _spread(items: list, count: int) -> list:
    """`count` of the items, at even distances."""
    return items if count >= len(items) else [items[i * len(items) // count] for i in range(count)]
