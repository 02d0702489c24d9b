"""AgentDojo's functions as MCP tools: schemas from their types, results as data and as the text AgentDojo shows.

MCP up to 2025-11-25 wants objects for results, so a result of another type is the field `result` of one, as the SDK's
own servers do.
"""

from typing import Any

from agentdojo.agent_pipeline.tool_execution import tool_result_to_str
from agentdojo.functions_runtime import Function
from mcp_types import CallToolResult, TextContent, Tool
from pydantic import TypeAdapter

UNANNOTATED = {"reserve_car_rental": str}
"""The return types of functions that declare none."""


class SuiteTool:
    """One function of a suite."""

    def __init__(self, function: Function) -> None:
        returns = UNANNOTATED.get(function.name, function.return_type)
        self._returns = TypeAdapter(returns)
        schema = self._returns.json_schema(mode="serialization")
        self._wrapped = schema.get("type") != "object"
        self.spec = Tool(
            name=function.name,
            description=function.description,
            input_schema=function.parameters.model_json_schema(),
            output_schema=wrapped(schema) if self._wrapped else schema,
        )

    def success(self, value: Any) -> CallToolResult:
        """The result of a call that went well."""
        data = self._returns.dump_python(value, mode="json")
        return CallToolResult(
            content=[TextContent(type="text", text=tool_result_to_str(value))],
            structured_content={"result": data} if self._wrapped else data,
        )


def wrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object whose only field is `result`."""
    schema = dict(schema)
    definitions = schema.pop("$defs", None)
    outer = {"type": "object", "properties": {"result": schema}, "required": ["result"]}
    return outer if definitions is None else {**outer, "$defs": definitions}


def failure(message: str) -> CallToolResult:
    """The result of a call that failed."""
    return CallToolResult(content=[TextContent(type="text", text=message)], is_error=True)
