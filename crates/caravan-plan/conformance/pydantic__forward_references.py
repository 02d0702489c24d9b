# Classes that are named in quotes, alone and inside forms, before they are there.
from typing import Optional

from pydantic import BaseModel, ValidationError


class Node(BaseModel):
    name: str
    parent: "Optional[Node]" = None
    children: "list[Node]" = []
    label: "Label | None" = None
    links: "dict[str, list[Label]]" = {}


class Label(BaseModel):
    text: str


Node.model_rebuild() if hasattr(Node, "model_rebuild") else None
node = Node(name="a", parent={"name": "p"}, children=[{"name": "b"}], label={"text": "x"}, links={"k": [{"text": "y"}]})
print(node.parent.name, [child.name for child in node.children], node.label, node.links)
print(Node(name="c", label=None), Node.model_validate({"name": "d", "children": []}).children)
try:
    Node(name="e", label={"txt": "x"})
except ValidationError as error:
    print(error.title, [(e["type"], e["loc"]) for e in error.errors()])
try:
    Label.model_validate_json('{"text": ')
except ValidationError as error:
    print(error.error_count(), error.errors()[0]["type"])
