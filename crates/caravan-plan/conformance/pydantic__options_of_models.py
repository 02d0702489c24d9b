# `model_config`: stripping, strictness, extra fields, checked assignment; what was given and what not.
from pydantic import BaseModel, ConfigDict, ValidationError


class Strict(BaseModel):
    model_config = ConfigDict(strict=True)
    count: int
    name: str = ""


class Clean(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True, validate_assignment=True)
    name: str
    age: int = 0


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int = 0


for given in [dict(count="1"), dict(count=1, name=2), dict(count=1.0)]:
    try:
        Strict(**given)
    except ValidationError as error:
        print([(e["type"], e["loc"], e["msg"]) for e in error.errors()])
clean = Clean(name="  Bob ")
clean.name = " Al "
clean.age = "7"
print(clean, sorted(clean.model_fields_set))
try:
    clean.age = "old"
except ValidationError as error:
    print(error.errors()[0]["msg"], clean.age)
opened = Open(a=1, z=[2])
print(opened, opened.z, opened.model_extra, opened.model_dump(), Open(a=3).model_extra)
