# Writing out a model runs its computed fields: what they change was changed under the branch.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
from pydantic import BaseModel, computed_field

log = []

class Order(BaseModel):
    count: int

    @computed_field
    @property
    def total(self) -> int:
        log.append(self.count)
        return self.count

order = Order(count=1)
if get_variable("u") == "yes":
    order.model_dump()
child(str(len(log)))
