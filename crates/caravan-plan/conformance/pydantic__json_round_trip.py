# A model through JSON and back.
from pydantic import BaseModel

class Node(BaseModel):
    name: str
    kids: list["Node"] = []

n = Node(name="a", kids=[Node(name="b"), Node(name="c", kids=[Node(name="d")])])
text = n.model_dump_json()
print(text)
print(Node.model_validate_json(text) == n, n.kids[1].kids[0].name)
