# An order going through states.
from enum import Enum

class State(Enum):
    NEW = "new"
    PAID = "paid"
    SENT = "sent"
    CANCELLED = "cancelled"

moves = {(State.NEW, "pay"): State.PAID, (State.PAID, "ship"): State.SENT, (State.NEW, "cancel"): State.CANCELLED, (State.PAID, "cancel"): State.CANCELLED}
state, history = State.NEW, []
for action in ["ship", "pay", "pay", "ship", "cancel"]:
    nxt = moves.get((state, action))
    if nxt is None:
        history.append(f"{action} refused in {state.value}")
    else:
        history.append(f"{state.value} -> {nxt.value}")
        state = nxt
print("\n".join(history))
print(state, state is State.SENT)
