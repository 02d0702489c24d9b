# A schema whose field is there or not.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = {"a": "x"}
#! budget 0
#! cfi gate child#1 deny because=budget
from pydantic import BaseModel

class Short(BaseModel):
    a: str

class Long(BaseModel):
    a: str
    b: str = ""

child("Fill it in.", output_schema=Long if get_variable("u") == "yes" else Short)
