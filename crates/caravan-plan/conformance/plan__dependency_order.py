# Ordering tasks by what they need.
needs = {"deploy": ["test", "build"], "test": ["build"], "build": ["fetch"], "fetch": [], "docs": ["fetch"]}
order, state = [], {}

def visit(task):
    if state.get(task) == "done":
        return
    if state.get(task) == "open":
        raise ValueError(f"cycle at {task}")
    state[task] = "open"
    for n in needs[task]:
        visit(n)
    state[task] = "done"
    order.append(task)

for t in sorted(needs):
    visit(t)
print(order)
