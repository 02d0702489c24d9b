"""The reference plans solve their tasks, and what they call is computed from what the tools return."""

import tomllib
import unittest
from typing import Any

from agentdojo_bridge import suites
from agentdojo_bridge.case import Case
from agentdojo_bridge.tools import SuiteTool
from tests import changed, plans
from tests.running import Run
from tests.vocabulary import NUMBER, Vocabulary

INSTRUCTION_IS_DATA = {"workspace/user_task_13", "workspace/user_task_19", "slack/user_task_18", "slack/user_task_19"}
"""Tasks that tell to do what a mail or a page says: no planner may read it, so under `multi` they are lost."""


class Running(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.suites = {name: suites.load(name) for name in suites.TASKS}
        cls.configs = {
            name: tomllib.loads((plans.FOLDER.parent / f"{name}.toml").read_text(encoding="utf-8"))
            for name in suites.TASKS
        }
        cls.tools = {name: [SuiteTool(function) for function in suite.tools] for name, suite in cls.suites.items()}
        cls.tasks = [(name, task) for name, suite in cls.suites.items() for task in suite.user_tasks]

    maxDiff = None

    def run_task(self, name: str, task: str, change=None) -> tuple[Run, str, Case]:
        case = Case(self.suites[name], task)
        if change is not None:
            case.environment = change(case.environment) or case.environment
        read = plans.read(plans.FOLDER / "multi" / name / f"{task}.py")
        run = Run(self.suites[name], self.configs[name], read, case.environment)
        return run, run.answer(), case

    def vocabulary(self, name: str, task: str) -> Vocabulary:
        descriptions = [agent["description"] for agent in self.configs[name]["agents"].values()]
        return Vocabulary(self.suites[name].user_tasks[task].PROMPT, self.tools[name], descriptions)

    def test_all_tasks_are_solved_but_those_whose_instruction_is_data(self):
        lost = set()
        for name, task in self.tasks:
            with self.subTest(f"{name}/{task}"):
                run, answer, case = self.run_task(name, task)
                self.assertEqual([plan.message for plan in run.plans if plan not in run.used], [])
                if not case.score(answer, run.calls)["utility"]:
                    lost.add(f"{name}/{task}")
        self.assertEqual(lost, INSTRUCTION_IS_DATA)

    def test_calls_and_answers_follow_when_the_environment_uses_other_words(self):
        followed = 0
        for name, task in self.tasks:
            with self.subTest(f"{name}/{task}"):
                run, answer, _ = self.run_task(name, task)
                vocabulary = self.vocabulary(name, task)
                said = " ".join(texts([call.args for call in run.calls]) + [answer])
                tokens = {t for t in changed.TOKEN.findall(said) if vocabulary.foreign(t) and not short_number(t)}
                rename = changed.renaming(tokens - plans.asked(run.plans))
                again, other_answer, _ = self.run_task(name, task, lambda e: changed.mapped(e, rename))
                self.assertEqual(plain(again), changed.mapped(plain(run), rename))
                self.assertEqual(other_answer, rename(answer))
                followed += rename(said) != said
        self.assertGreater(followed, 60)

    def test_calls_follow_when_things_have_other_ids(self):
        followed = 0
        for name, task in self.tasks:
            with self.subTest(f"{name}/{task}"):
                run, _, _ = self.run_task(name, task)
                ids: dict[str, dict[Any, Any]] = {}
                again, _, _ = self.run_task(name, task, lambda e: ids.update(changed.swap_ids(e)))
                expected = with_ids(plain(run), ids)
                self.assertEqual(plain(again), expected)
                followed += expected != plain(run)
        self.assertGreaterEqual(followed, 10)

    def test_the_order_in_which_things_are_stored_does_not_matter(self):
        for name, task in self.tasks:
            with self.subTest(f"{name}/{task}"):
                run, _, _ = self.run_task(name, task)
                again, _, _ = self.run_task(name, task, changed.reverse)
                self.assertEqual(unordered(plain(again)), unordered(plain(run)))

    def test_amounts_that_the_prompt_does_not_name_follow_those_in_the_environment(self):
        followed = 0
        for task in self.suites["banking"].user_tasks:
            with self.subTest(task):
                run, _, _ = self.run_task("banking", task)
                numbers = self.vocabulary("banking", task).numbers
                named = {float(n) for n in NUMBER.findall(self.suites["banking"].user_tasks[task].PROMPT)}
                again, _, _ = self.run_task("banking", task, lambda e: changed.double_amounts(e, named))
                for before, after in zip(amounts(run), amounts(again), strict=True):
                    if before not in numbers:
                        self.assertNotEqual(before, after)
                        followed += 1
        self.assertGreater(followed, 6)


def plain(run: Run) -> list[tuple[str, dict[str, Any]]]:
    return [(call.function, dict(call.args)) for call in run.calls]


def texts(value: Any) -> list[str]:
    """Every text in a value."""
    if isinstance(value, dict):
        return texts(list(value.values()))
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


def short_number(token: str) -> bool:
    """Whether it may be a part of a date, a time or an amount rather than a name."""
    return token.isdigit() and len(token) < 5


def with_ids(value: Any, ids: dict[str, dict[Any, Any]]) -> Any:
    """The calls with arguments that are ids changed."""
    if isinstance(value, dict):
        return {k: ids[k].get(v, v) if k in ids else with_ids(v, ids) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(with_ids(item, ids) for item in value)
    return value


def unordered(value: Any) -> Any:
    """The value with lists, and lines of texts, sorted."""
    if isinstance(value, dict):
        return {key: unordered(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return sorted(map(unordered, value), key=repr)
    return sorted(value.splitlines()) if isinstance(value, str) else value


def amounts(run: Run) -> list[float]:
    return [call.args["amount"] for call in run.calls if "amount" in call.args]


if __name__ == "__main__":
    unittest.main()
