# A ValueError or a failed assertion in a validator is a problem with the value.
from pydantic import BaseModel, ValidationError, field_validator, model_validator


class Transfer(BaseModel):
    amount: float
    limit: float = 100.0
    to: str

    @field_validator("amount", "limit")
    @classmethod
    def positive(cls, value, info):
        if value <= 0:
            raise ValueError(f"{info.field_name} must be positive")
        return value

    @field_validator("to")
    @classmethod
    def known(cls, value: str) -> str:
        assert value.startswith("DE"), "only accounts in Germany"
        return value.upper()

    @model_validator(mode="after")
    def within_limit(self):
        if self.amount > self.limit:
            raise ValueError("the amount is over the limit")
        return self


print(Transfer(amount=5, to="DEab1"))
for given in [dict(amount=-1, limit=0, to="FR1"), dict(amount=500, to="DE1"), dict(amount="x", to="DE2")]:
    try:
        Transfer(**given)
    except ValidationError as error:
        print(error.error_count(), [(e["type"], e["loc"], e["msg"]) for e in error.errors()])
try:
    Transfer(amount=0, to="DE1")
except ValueError as error:
    print(type(error).__name__)
