from pydantic import BaseModel, EmailStr, ValidationError


class Person(BaseModel):
    name: str
    email: EmailStr
    others: list[EmailStr] = []
    boss: EmailStr | None = None


ann = Person(name="Ann", email="Ann.Lee@Example.COM", others=["a+b@mail.example.org", "o'neil@example.com"])
print(ann)
print(ann.model_dump())
print(ann.email.split("@"), type(ann.email).__name__, ann.boss)

for wrong in ["", "ann", "@example.com", "ann@", "ann@example", "a b@example.com", "ann@exa mple.com", "a@b@c.com", 3, None]:
    try:
        print(Person(name="Ann", email=wrong))
    except ValidationError as error:
        found = error.errors()[0]
        print(repr(wrong), found["loc"], found["type"], error.error_count())

for wrong in ["ann", "@example.com", "ann@", "ann@example"]:
    try:
        Person(name="Ann", email=wrong)
    except ValidationError as error:
        print(error.errors()[0]["msg"])

try:
    Person(name="Ann", email="ann@example.com", others=["bob@example.com", "bob"], boss="none")
except ValidationError as error:
    print([found["loc"] for found in error.errors()])
