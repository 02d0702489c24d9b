"""`policies/agentdojo/calls.json` is what runs come to: those of one suite's sample are gathered anew.

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
ROOT = Path(__file__).parents[2]
CALLS = ROOT / "policies" / "agentdojo"

# The user tasks that attacks are tried on, as `calls.py` says.
ATTACKED = (0, 1, 3)
INJECTION = 3


def rows(known):
    """What is known of the sample: tools, and which of their arguments came from outside."""
    sample = {"user": set(ATTACKED), "attack": {INJECTION}}
    chosen = ((row, sample[row["whose"]] & set(row["tasks"])) for row in known if row["suite"] == "slack")
    return {
        (row["whose"], row["tool"], tuple(sorted(row["outside"].items())), tuple(sorted(tasks)))
        for row, tasks in chosen
        if tasks
    }


@unittest.skipUnless(PROGRAM, "`CARAVAN` names no program")
class Calls(unittest.TestCase):
    def test_a_sample_gathered_anew_is_what_the_file_says(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_bench(folder, "honest", "--defense", "multi,none")
            (Path(folder) / "open").symlink_to("honest")
            attack = ["--attack", "important_instructions", "--injection-task", f"injection_task_{INJECTION}"]
            self.run_bench(folder, "attacked", "--defense", "none", *attack)
            gathered = subprocess.run(
                [sys.executable, str(CALLS / "calls.py"), folder], check=True, capture_output=True, text=True
            )
        known = rows(json.loads((CALLS / "calls.json").read_text()))
        self.assertEqual({row[0] for row in known}, {"user", "attack"}, "the sample shows too little")
        self.assertEqual(rows(json.loads(gathered.stdout)), known)

    def run_bench(self, folder, name, *arguments):
        tasks = [part for task in ATTACKED for part in ("--task", f"user_task_{task}")]
        out = ["--out", str(Path(folder) / name), "--jobs", "1"]
        command = [PROGRAM, "bench", "multiagentdojo", "--suite", "slack", *tasks, *out, *arguments]
        environment = {**os.environ, "CARAVAN_BRIDGE_PYTHON": sys.executable}
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main()
