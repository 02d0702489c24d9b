# Making a model runs its validators: what they change was changed under the branch.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
from pydantic import BaseModel, field_validator

log = []

class Order(BaseModel):
    count: int

    @field_validator("count")
    @classmethod
    def note(cls, value):
        log.append(value)
        return value

if get_variable("u") == "yes":
    Order.model_validate({"count": 1})
child(str(len(log)))
