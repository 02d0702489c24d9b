# Aliases, frozen models, extra fields forbidden or kept.
from pydantic import BaseModel, ConfigDict, Field, ValidationError

class User(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)
    user_id: int = Field(alias="userId")

u = User(userId="3")
print(u, User(user_id=4), u.model_dump(), u.model_dump(by_alias=True))
try:
    u.user_id = 5
except ValidationError as e:
    print(e.errors()[0]["type"], e.errors()[0]["msg"])

class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: int = 1

try:
    Strict(a=2, b=3)
except ValidationError as e:
    print([(x["loc"], x["type"], x["input"]) for x in e.errors()])
