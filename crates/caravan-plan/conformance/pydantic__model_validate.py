# model_validate and model_validate_json.
from pydantic import BaseModel, ValidationError

class M(BaseModel):
    a: int
    b: list[str] = []

print(M.model_validate({"a": "1", "b": ["x"]}), M.model_validate_json('{"a": 2}'))
try:
    M.model_validate({"b": "no"})
except ValidationError as e:
    print(e.error_count(), [x["type"] for x in e.errors()])
