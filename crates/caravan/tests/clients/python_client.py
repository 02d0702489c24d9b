"""The MCP client of the Python SDK against `caravan serve`, over standard input and output and over HTTP.

    CARAVAN=target/debug/caravan python crates/caravan/tests/clients/python_client.py
"""

import contextlib
import json
import os
import re
import subprocess
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import anyio
import httpx
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CancelledNotification, CancelledNotificationParams, ClientNotification, ElicitResult

CARAVAN = os.environ["CARAVAN"]
HERE = Path(__file__).parent
ECHO = str(HERE / "echo" / "caravan.toml")
APPLICANTS = str(HERE.parents[3] / "scenarios" / "applicants" / "caravan.toml")
TOKEN = "a-token-for-tests-alone"
SLOW = ["--planner-model", "exec:exec sleep 15"]


@contextlib.asynccontextmanager
async def stdio(config, *arguments, elicit=None):
    parameters = StdioServerParameters(command=CARAVAN, args=["serve", "--mcp", "--config", config, *arguments])
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write, elicitation_callback=elicit) as session:
            await session.initialize()
            yield session


@contextlib.contextmanager
def service(config, *arguments):
    """`caravan serve --http` on a free port: its address."""
    command = [CARAVAN, "serve", "--http", "0", "--config", config, *arguments]
    environment = {**os.environ, "CARAVAN_TOKEN": TOKEN}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            line = process.stderr.readline()
            found = re.search(r"http://[0-9.:]+", line)
            assert found, line
            yield found.group()
        finally:
            process.terminate()


@contextlib.asynccontextmanager
async def http(address, elicit=None):
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(headers=headers, timeout=60) as client:
        async with streamable_http_client(f"{address}/mcp", http_client=client) as streams:
            async with ClientSession(streams[0], streams[1], elicitation_callback=elicit) as session:
                await session.initialize()
                yield session


def get(url, token=TOKEN, method="GET", body=None):
    request = urllib.request.Request(url, method=method, data=body)
    request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Answers:
    """A person who says this, and what the person was shown."""

    def __init__(self, action, approve=None):
        self.answer = ElicitResult(action=action, content=None if approve is None else {"approve": approve})
        self.shown = []

    async def __call__(self, _context, request):
        self.shown.append(request.message)
        return self.answer


async def plan(session, program, **more):
    return await session.call_tool("run_plan", {"program": program}, **more)


class Clients(unittest.TestCase):
    def both(self, config, check, *arguments, elicit=None):
        """Runs a check over standard input and output, and over HTTP."""

        async def over_stdio():
            async with stdio(config, *arguments, elicit=elicit) as session:
                await check(session)

        async def over_http():
            with service(config, *arguments) as address:
                async with http(address, elicit) as session:
                    await check(session)

        anyio.run(over_stdio)
        anyio.run(over_http)

    def test_there_are_two_tools_and_the_planners_guide(self):
        async def check(session):
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            self.assertEqual(sorted(tools), ["ask", "run_plan"])
            self.assertIn("def query_sql(query: str)", tools["run_plan"].description)
            self.assertIn('get_variable("$1")', tools["run_plan"].description)
            guide = await session.read_resource("caravan://guide")
            self.assertIn("def query_sql(query: str)", guide.contents[0].text)

        self.both(ECHO, check)

    def test_a_plan_is_told_what_may_be_told_and_gets_references_for_the_rest(self):
        async def check(session):
            told = await plan(session, "return 1 + 1")
            self.assertEqual((told.structuredContent["result"], told.isError), (2, False))
            told = await plan(session, "rows = query_sql(query=\"SELECT 'xmarkerx' AS x\")\nreturn rows")
            self.assertNotIn("xmarkerx", str(told))
            self.assertIsNone(told.structuredContent["result"])
            (reference,) = told.structuredContent["references"]
            self.assertEqual((reference["name"], reference["source"]), ("$1", "query_sql"))
            told = await plan(session, 'send_email(to="a@b.c", subject="x", body=str(get_variable("$1")))\nreturn "sent"')
            self.assertEqual(told.structuredContent["result"], "sent")

        self.both(ECHO, check)

    def test_what_is_wrong_with_a_plan_is_an_error_with_its_line(self):
        async def check(session):
            told = await plan(session, "x = 1\nreturn fetch(x)")
            self.assertTrue(told.isError)
            self.assertEqual(told.structuredContent["error"]["line"], 2)
            self.assertIn("`fetch`", told.content[0].text)
            told = await plan(session, "return query_sql(query='no sql')")
            self.assertTrue(told.isError)
            self.assertNotIn("syntax", str(told))
            self.assertFalse(told.structuredContent["error"]["trusted"])

        self.both(ECHO, check)

    def test_untrusted_answers_of_the_agents_are_marked(self):
        async def check(session):
            told = await session.call_tool("ask", {"instruction": "Say xmarkerx"})
            answer = told.structuredContent["answer"]
            self.assertIn("xmarkerx", answer["value"])
            self.assertFalse(answer["label"]["trusted"])
            self.assertTrue(told.structuredContent["untrusted"])
            self.assertTrue(told.content[0].text.startswith("UNTRUSTED ANSWER, made of data from `tool:query_sql`"))

        self.both(ECHO, check)

    def test_progress_comes_before_the_answer(self):
        async def check(session):
            notes = []

            async def note(done, _total, message):
                notes.append((done, message))

            instruction = "Send a summary of all job applicant info to Julie on Slack."
            told = await session.call_tool("ask", {"instruction": instruction}, progress_callback=note)
            self.assertFalse(told.isError, told)
            self.assertEqual(notes[0], (0, "the planner of the root agent is at work"))
            self.assertIn((2, "agent `sql` calls `query_sql`"), notes)
            self.assertEqual([done for done, _ in notes], list(range(len(notes))))

        self.both(APPLICANTS, check)

    def test_a_person_approves_a_side_effect(self):
        yes = Answers("accept", True)

        async def check(session):
            yes.shown.clear()
            told = await session.call_tool("ask", {"instruction": "Send hello"})
            self.assertEqual(told.structuredContent["answer"]["value"], "sent")
            self.assertEqual(len(yes.shown), 1)
            self.assertIn("May `send_email` be called?", yes.shown[0])
            self.assertIn("body (trusted):\n│ hello", yes.shown[0])

        self.both(ECHO, check, "--approve", elicit=yes)

    def test_anything_but_a_yes_is_a_no(self):
        for person in [Answers("accept", False), Answers("decline"), Answers("cancel"), None]:

            async def check(session):
                told = await session.call_tool("ask", {"instruction": "Send hello"})
                self.assertTrue(told.isError)
                self.assertEqual(told.structuredContent["status"], "denied")
                told = await plan(session, "send_email(to='a@b.c', subject='x', body='y')\nreturn 'sent'")
                self.assertTrue(told.isError)
                self.assertEqual(told.structuredContent["error"]["kind"], "Denied")

            self.both(ECHO, check, "--approve", elicit=person)

    def test_a_cancelled_call_ends_the_run_and_nothing_else(self):
        async def cancel(session):
            # The SDK tells nobody that a caller has stopped waiting: the notification is sent by hand.
            request = session._request_id
            with anyio.move_on_after(1.5) as scope:
                await session.call_tool("ask", {"instruction": "Say slowly"})
            self.assertTrue(scope.cancelled_caught)
            cancelled = CancelledNotification(
                method="notifications/cancelled", params=CancelledNotificationParams(requestId=request)
            )
            await session.send_notification(ClientNotification(cancelled))

        async def over_stdio():
            async with stdio(ECHO, *SLOW) as session:
                await cancel(session)
                told = await plan(session, "return 'still here'")
                self.assertEqual(told.structuredContent["result"], "still here")

        async def over_http():
            with service(ECHO, *SLOW) as address:
                async with http(address) as session:
                    await cancel(session)
                    told = await plan(session, "return 'still here'")
                    self.assertEqual(told.structuredContent["result"], "still here")
                    for _ in range(200):
                        runs = await anyio.to_thread.run_sync(get, f"{address}/v1/runs")
                        states = {run["kind"]: run["status"] for run in runs["runs"]}
                        if states["ask"] == "cancelled":
                            return
                        await anyio.sleep(0.1)
                    self.fail(states)

        anyio.run(over_stdio)
        anyio.run(over_http)

    def test_a_session_that_is_closed_ends_its_runs(self):
        async def close():
            with service(ECHO, *SLOW) as address:
                async with anyio.create_task_group() as tasks:
                    async with http(address) as session:
                        async def ask():
                            with contextlib.suppress(Exception):
                                await session.call_tool("ask", {"instruction": "Say slowly"})

                        tasks.start_soon(ask)
                        await anyio.sleep(1.5)
                    tasks.cancel_scope.cancel()
                for _ in range(200):
                    runs = await anyio.to_thread.run_sync(get, f"{address}/v1/runs")
                    if runs["runs"][0]["status"] == "cancelled":
                        return
                    await anyio.sleep(0.1)
                self.fail(runs)

        anyio.run(close)

    def test_one_session_reads_no_reference_of_another(self):
        async def check():
            with service(ECHO) as address:
                async with http(address) as first, http(address) as second:
                    told = await plan(first, "return query_sql(query=\"SELECT 'mine' AS x\")")
                    self.assertEqual(told.structuredContent["references"][0]["name"], "$1")
                    told = await plan(second, "return get_variable('$1')")
                    self.assertTrue(told.isError, told)
                    told = await plan(first, "return len(get_variable('$1')) and 'mine'")
                    self.assertEqual(told.structuredContent["result"], "mine")

        anyio.run(check)

    def test_nothing_is_served_without_the_token(self):
        with service(ECHO) as address:
            for path in ["/mcp", "/v1/models", "/v1/runs", "/metrics"]:
                with self.assertRaises(urllib.error.HTTPError) as refused:
                    get(address + path, token="another-token-altogether")
                self.assertEqual(refused.exception.code, 401, path)
                refused.exception.close()
            self.assertEqual(get(f"{address}/v1/models")["data"][0]["id"], "caravan")


if __name__ == "__main__":
    unittest.main()
