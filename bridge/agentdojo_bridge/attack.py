"""The texts that an attack puts into an environment, made by AgentDojo's own attacks."""

from functools import lru_cache

from agentdojo.agent_pipeline.base_pipeline_element import BasePipelineElement
from agentdojo.attacks.attack_registry import ATTACKS
from agentdojo.attacks.base_attacks import BaseAttack
from agentdojo.task_suite.task_suite import TaskSuite

INTERACTIVE = {"manual"}
"""Attacks that ask a person for the text on standard input."""


class _Target(BasePipelineElement):
    """Stands in for the attacked pipeline, of which attacks read only the name: `local` is one that they know."""

    name = "local"

    def query(self, query, runtime, env=None, messages=(), extra_args=None):
        raise NotImplementedError("attacks only read the name")


def names() -> list[str]:
    """The attacks that need nobody to type."""
    return sorted(set(ATTACKS) - INTERACTIVE)


@lru_cache(maxsize=None)
def load(suite: TaskSuite, name: str, model_name: str | None, user_name: str | None) -> BaseAttack:
    """The attack called `name`. `model_name` and `user_name` replace those by which its texts address the model."""
    if name not in names():
        raise ValueError(f"unknown attack `{name}`; expected one of {', '.join(names())}")
    attack = ATTACKS[name](suite, _Target())
    if model_name is not None:
        attack.model_name = model_name
    if user_name is not None:
        attack.user_name = user_name
    return attack
