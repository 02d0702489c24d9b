# Literal and Final do not check.
from typing import Literal, Final

MODE: Final = "fast"

def run(mode: Literal["fast", "slow"]) -> str:
    return f"running {mode}"

print(run(MODE), run("other"))
