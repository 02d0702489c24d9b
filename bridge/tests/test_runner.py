"""Caravan's own runner over the bridge, with its reference model: the paper's example under three defenses.

Needs the built program, whose path `CARAVAN` names; without it nothing is tested here, and the suite says so.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("CARAVAN")


@unittest.skipUnless(PROGRAM, "`CARAVAN` names no program")
class Runner(unittest.TestCase):
    def results(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            command = [PROGRAM, "bench", "multiagentdojo", "--attack", "important_instructions", "--out", str(out), *arguments]
            environment = {**os.environ, "CARAVAN_BRIDGE_PYTHON": sys.executable}
            ran = subprocess.run(
                command, cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, timeout=300
            )
            self.assertEqual(ran.returncode, 0, ran.stderr)
            return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]

    def test_the_papers_example_is_hijacked_unless_the_whole_system_is_defended(self):
        case = ["--suite", "slack", "--task", "user_task_16", "--injection-task", "injection_task_1"]
        kinds = {result["defense"]: result["success_kind"] for result in self.results(*case)}
        self.assertEqual(kinds, {"none": "control", "individual": "control", "multi": None})

    def test_a_hostile_quarantined_model_starts_no_call(self):
        case = ["--suite", "slack", "--task", "user_task_16", "--injection-task", "injection_task_1", "--defense", "multi"]
        (result,) = self.results(*case, "--quarantined-model", "hostile")
        self.assertNotEqual(result["success_kind"], "control")

    def test_parents_that_paste_all_let_more_through(self):
        case = ["--suite", "slack", "--task", "user_task_17", "--injection-task", "injection_task_1", "--defense", "individual"]
        (usual,) = self.results(*case)
        (pasting,) = self.results(*case, "--paste-all")
        self.assertEqual((usual["success_kind"], pasting["success_kind"]), (None, "control"))


if __name__ == "__main__":
    unittest.main()
