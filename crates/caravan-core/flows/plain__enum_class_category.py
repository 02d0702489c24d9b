# The same with an `Enum` class, its value put into the message.
#! case precision
#! quarantined = "high"
#! child child = "done"
#! cfi label level data=trusted control=untrusted bits<=1
#! cfi gate child#1 allow bits<=1
from enum import Enum

class Level(Enum):
    HIGH = "high"
    LOW = "low"

level = query_ai_assistant("How urgent is it?", output_schema=Level)
child(f"The level is {level.value}.")
