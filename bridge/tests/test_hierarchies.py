"""The hierarchies of `bench/multiagentdojo` give every tool to one agent, and say truly what each agent's tools return."""

import tomllib
import unittest
from pathlib import Path

from agentdojo_bridge import suites
from agentdojo_bridge.control import CONTROLS
from agentdojo_bridge.tools import SuiteTool
from tests.shapes import records, returned

FOLDER = Path(__file__).parent.parent.parent / "bench/multiagentdojo"
SIZES = {
    "workspace": {"email": 9, "calendar": 7, "drive": 8},
    "banking": {"transactions": 7, "files": 1, "account": 3},
    "slack": {"slack": 9, "web": 2},
    "travel": {"hotels": 5, "restaurants": 9, "car_rental": 7, "assistant": 7},
}


class Hierarchies(unittest.TestCase):
    def setUp(self):
        self.read = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) for name in SIZES}
        self.tools = {name: {f.name: SuiteTool(f) for f in suites.load(name).tools} for name in SIZES}

    def test_every_tool_of_a_suite_belongs_to_exactly_one_agent(self):
        for suite, config in self.read.items():
            agents = {name: agent.get("tools", []) for name, agent in config["agents"].items()}
            self.assertEqual(agents.pop(config["root"]), [])
            self.assertEqual({name: len(tools) for name, tools in agents.items()}, SIZES[suite])
            self.assertEqual(sorted(sum(agents.values(), [])), sorted(self.tools[suite]))
            self.assertEqual(config["agents"][config["root"]]["children"], list(agents))

    def test_no_agent_is_given_a_control_tool(self):
        for config in self.read.values():
            given = {tool for agent in config["agents"].values() for tool in agent.get("tools", [])}
            self.assertFalse(given & set(CONTROLS))

    def test_the_descriptions_say_what_tools_return_and_with_which_fields(self):
        for suite, config in self.read.items():
            for agent in config["agents"].values():
                lines = [line.strip() for line in agent["description"].splitlines()]
                for name in agent.get("tools", []):
                    tool = self.tools[suite][name]
                    self.assertIn(f"{name} -> {returned(tool)}", lines)
                    for record in records(tool).values():
                        self.assertIn(record, lines)

    def test_what_is_said_of_a_tool_is_said_of_one_that_exists(self):
        for suite, config in self.read.items():
            self.assertLessEqual(set(config["tools"]), set(self.tools[suite]))


if __name__ == "__main__":
    unittest.main()
