# Replaying events into a state.
events = [("deposit", {"to": "a", "n": 10}), ("move", {"from": "a", "to": "b", "n": 4}), ("close", {"id": "a"}), ("deposit", {"to": "b", "n": 1})]
state, errors = {}, []

def apply(state, kind, *, to=None, n=0, **rest):
    if kind == "deposit":
        return {**state, to: state.get(to, 0) + n}
    if kind == "move":
        src = rest["from"]
        return {**state, src: state[src] - n, to: state.get(to, 0) + n}
    raise ValueError(f"unknown event {kind!r} with {rest}")

for kind, data in events:
    try:
        state = apply(state, kind, **data)
    except ValueError as e:
        errors.append(str(e))
print(state)
print(errors)
