"""The command line: serve a suite, run a case by AgentDojo's own means, check the bridge against AgentDojo."""

import argparse
import json
import sys

import anyio
from agentdojo.functions_runtime import FunctionCall

from agentdojo_bridge import agents, attack as attacks, check, server, suites


def main() -> int:
    """Runs the command that the arguments name. Gives the exit code: 0 fine, 1 a difference, 2 wrong use."""
    arguments = _parser().parse_args()
    try:
        return arguments.run(arguments)
    except (suites.WrongVersion, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bridge", description=__doc__)
    parser.add_argument("--benchmark-version", default=suites.BENCHMARK_VERSION, metavar="VERSION")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serving = commands.add_parser("serve", help="serve a suite over MCP on standard input and output")
    serving.add_argument("suite", choices=suites.TASKS)
    serving.set_defaults(run=_serve)

    running = commands.add_parser("run", help="run a case through AgentDojo's run_task_with_pipeline")
    running.add_argument("suite", choices=suites.TASKS)
    running.add_argument("user_task")
    running.add_argument("injection_task", nargs="?")
    running.add_argument("--attack", default="important_instructions", choices=attacks.names(), metavar="ATTACK")
    which = running.add_mutually_exclusive_group()
    which.add_argument("--agent", default="honest", choices=agents.AGENTS)
    which.add_argument("--script", metavar="FILE", help='JSON: {"calls": [{"function", "args"}], "answer"}')
    running.set_defaults(run=_run)

    checking = commands.add_parser("check", help="compare the bridge with AgentDojo, case by case")
    checking.add_argument("--sample", type=int, metavar="N", help="only N cases, spread evenly")
    checking.add_argument("--suite", action="append", choices=suites.TASKS, help="only this suite; may be repeated")
    checking.set_defaults(run=_check)
    return parser


def _serve(arguments: argparse.Namespace) -> int:
    suite = suites.load(arguments.suite, arguments.benchmark_version)
    anyio.run(server.serve, suite, arguments.benchmark_version)
    return 0


def _run(arguments: argparse.Namespace) -> int:
    suite = suites.load(arguments.suite, arguments.benchmark_version)
    agent = agents.AGENTS[arguments.agent]
    if arguments.script is not None:
        with open(arguments.script, encoding="utf-8") as file:
            script = json.load(file)
        agent = agents.scripted([FunctionCall(**call) for call in script["calls"]], script["answer"])
    texts: dict[str, str] = {}
    if arguments.injection_task is not None:
        texts = check.injected(suite, arguments.user_task, arguments.injection_task, arguments.attack)
    environment = suite.load_and_inject_default_environment(texts)
    verdict = check.by_agentdojo(suite, arguments.user_task, arguments.injection_task, environment, agent)
    print(json.dumps(verdict))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    chosen = arguments.suite or list(suites.TASKS)
    return anyio.run(check.check, arguments.benchmark_version, arguments.sample, chosen)
