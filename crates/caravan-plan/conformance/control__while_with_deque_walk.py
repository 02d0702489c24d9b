# A breadth-first walk with a while loop over a growing list.
children = {"root": ["a", "b"], "a": ["c"], "b": [], "c": []}
todo = ["root"]
order = []
while todo:
    node = todo.pop(0)
    order.append(node)
    todo += children[node]
print(order)
