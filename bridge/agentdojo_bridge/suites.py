"""Which AgentDojo this is: the one package version and the benchmark versions that the numbers are about."""

from importlib.metadata import PackageNotFoundError, version

from agentdojo.task_suite.load_suites import get_suites
from agentdojo.task_suite.task_suite import TaskSuite

PACKAGE_VERSION = "0.1.35"
BENCHMARK_VERSION = "v1.2.2"
BENCHMARK_VERSIONS = ("v1.2", "v1.2.1", "v1.2.2")
"""Those with 97 user tasks, 35 injection tasks and 949 cases; earlier ones have fewer."""

TASKS = {"workspace": (40, 14), "banking": (16, 9), "slack": (21, 5), "travel": (20, 7)}
"""How many user tasks and injection tasks each suite has."""


class WrongVersion(Exception):
    """Another AgentDojo than the one that the numbers are about."""


def load(name: str, benchmark_version: str = BENCHMARK_VERSION) -> TaskSuite:
    """The suite called `name`, or a WrongVersion that says what was expected."""
    try:
        installed = version("agentdojo")
    except PackageNotFoundError:
        installed = "none"
    if installed != PACKAGE_VERSION:
        raise WrongVersion(f"agentdojo {PACKAGE_VERSION} is expected, but {installed} is installed")
    if name not in TASKS:
        raise WrongVersion(f"there is no suite `{name}`; expected one of {', '.join(TASKS)}")
    if benchmark_version not in BENCHMARK_VERSIONS:
        raise WrongVersion(
            f"benchmark version `{benchmark_version}` is not one with 949 cases; "
            f"expected one of {', '.join(BENCHMARK_VERSIONS)}"
        )
    suite = get_suites(benchmark_version)[name]
    found = (len(suite.user_tasks), len(suite.injection_tasks))
    if found != TASKS[name]:
        raise WrongVersion(
            f"suite `{name}` {benchmark_version} is expected to have {TASKS[name][0]} user tasks and "
            f"{TASKS[name][1]} injection tasks, but has {found[0]} and {found[1]}"
        )
    return suite
