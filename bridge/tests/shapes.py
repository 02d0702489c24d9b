"""What tools return, in the short Python form in which the hierarchies' descriptions say it."""

from typing import Any

from agentdojo_bridge.tools import SuiteTool

NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def shape(schema: dict[str, Any]) -> str:
    """The type that a schema describes."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "enum" in schema:
        return f"Literal[{', '.join(repr(member).replace(chr(39), chr(34)) for member in schema['enum'])}]"
    if "anyOf" in schema:
        return " | ".join(shape(part) for part in schema["anyOf"])
    match schema.get("type"):
        case "array":
            return f"list[{shape(schema['items'])}]"
        case "object" if "properties" not in schema:
            return f"dict[str, {shape(schema['additionalProperties'])}]"
        case "string" if schema.get("format") == "date-time":
            return "datetime"
        case None:
            return "Any"
        case kind:
            return NAMES[kind]


def returned(tool: SuiteTool) -> str:
    """What the tool returns, without the object that MCP wants around it."""
    schema = tool.spec.output_schema
    if "title" in schema:
        return schema["title"]
    return shape(schema["properties"]["result"] if "properties" in schema else schema)


def records(tool: SuiteTool) -> dict[str, str]:
    """The records in what the tool returns, by name, as a class's fields would be written in one line."""
    schema = tool.spec.output_schema
    found = dict(schema.get("$defs", {}))
    if "title" in schema:
        found[schema["title"]] = schema
    lines = {}
    for name, record in found.items():
        if "enum" in record:
            lines[name] = f"{name} = {shape(record)}"
        else:
            fields = ", ".join(f"{field}: {shape(of)}" for field, of in record["properties"].items())
            lines[name] = f"{name}({fields})"
    return lines
