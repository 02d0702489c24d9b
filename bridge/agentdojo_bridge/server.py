"""The suite as an MCP server over standard input and output.

Requests are answered one at a time, in the order in which they arrive: there is one environment.
"""

import sys
from contextlib import redirect_stdout
from typing import Any

from agentdojo.task_suite.task_suite import TaskSuite
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent

from agentdojo_bridge.control import CONTROLS, Controls, specs
from agentdojo_bridge.suites import PACKAGE_VERSION
from agentdojo_bridge.tools import SuiteTool, failure


def make_server(suite: TaskSuite, benchmark_version: str) -> Server:
    """The server for one suite."""
    tools = {function.name: SuiteTool(function) for function in suite.tools}
    controls = Controls(suite, benchmark_version)

    async def list_tools(_context: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[tool.spec for tool in tools.values()] + specs())

    async def call_tool(_context: Any, params: CallToolRequestParams) -> CallToolResult:
        arguments = params.arguments or {}
        try:
            if params.name in CONTROLS:
                answer = controls.run(params.name, arguments)
                return CallToolResult(content=[TextContent(type="text", text="done")], structured_content=answer)
            value, error = controls.case.call(params.name, arguments)
        except ValueError as problem:
            return failure(f"{type(problem).__name__}: {problem}")
        return failure(error) if error is not None else tools[params.name].success(value)

    return Server(
        f"agentdojo-{suite.name}",
        version=PACKAGE_VERSION,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(suite: TaskSuite, benchmark_version: str) -> None:
    """Serves until standard input ends. What AgentDojo prints (one check does) goes to standard error."""
    server = make_server(suite, benchmark_version)
    async with stdio_server() as (incoming, outgoing):
        # The SDK has already moved the descriptor out of the way, but what stays buffered would be written at exit,
        # when it is back.
        with redirect_stdout(sys.stderr):
            await server.run(incoming, outgoing, server.create_initialization_options())
