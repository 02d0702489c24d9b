# A schema that is written as a class.
#! case precision
#! untrusted u = "x"
#! child child = {"kind": "bill", "amount": 3}
#! all gate child#1 allow bits<=0
#! all label r.amount data=untrusted
from typing import Literal
from pydantic import BaseModel, Field

class Bill(BaseModel):
    kind: Literal["bill", "note"]
    amount: float = Field(description="in euros")

r = child("Read it.", variables={"mail": get_variable("u")}, output_schema=Bill)
