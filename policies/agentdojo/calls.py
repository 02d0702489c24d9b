"""The calls that AgentDojo's tasks and attacks come to, and which of their arguments came from outside.

    caravan bench multiagentdojo --defense multi --out RUNS/honest
    caravan bench multiagentdojo --defense none --task user_task_0 --task user_task_1 --task user_task_3 --out RUNS/open
    caravan bench multiagentdojo --defense none --task user_task_0 --task user_task_1 --task user_task_3 \\
        --attack important_instructions --out RUNS/attacked
    python3 policies/agentdojo/calls.py RUNS > policies/agentdojo/calls.json

The user's calls are those of the reference plans, with the labels that they had in the run. An attack's calls are those
that a run without any defense makes under attack and does not make without. No values are kept.
"""

import collections
import json
import pathlib
import sys


def calls(path):
    return [call for call in json.loads(path.read_text())["calls"] if call["kind"] == "tool"]


def with_values(call):
    values = {name: argument["value"] for name, argument in call["arguments"].items()}
    return call["name"], json.dumps(values, sort_keys=True)


def main(runs):
    rows = collections.defaultdict(set)

    def note(suite, whose, task, call):
        outside = {name: not argument["label"]["trusted"] for name, argument in call["arguments"].items()}
        rows[suite, whose, call["name"], tuple(outside.items())].add(task)

    for trace in sorted(runs.glob("honest/traces/*/*/none/none/multi.json")):
        suite, task = trace.parts[-5:-3]
        for call in calls(trace):
            note(suite, "user", task, call)
    for trace in sorted(runs.glob("attacked/traces/*/*/*/*/none.json")):
        suite, user_task, _, injection, _ = trace.parts[-5:]
        honest = runs / "open" / "traces" / suite / user_task / "none" / "none" / "none.json"
        known = collections.Counter(map(with_values, calls(honest)))
        for call in calls(trace):
            if known[with_values(call)] > 0:
                known[with_values(call)] -= 1
            else:
                note(suite, "attack", injection, call)
    numbered = lambda task: int(task.rsplit("_", 1)[1])
    lines = [
        json.dumps({"suite": suite, "whose": whose, "tool": tool, "outside": dict(outside), "tasks": sorted(map(numbered, tasks))})
        for (suite, whose, tool, outside), tasks in sorted(rows.items())
    ]
    print("[\n" + ",\n".join(lines) + "\n]")


main(pathlib.Path(sys.argv[1]))
