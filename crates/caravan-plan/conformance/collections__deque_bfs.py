# A breadth-first search.
from collections import deque
graph = {"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": ["f"], "f": []}
queue, parent = deque(["a"]), {"a": None}
while queue:
    node = queue.popleft()
    for n in graph[node]:
        if n not in parent:
            parent[n] = node
            queue.append(n)
path, node = [], "f"
while node:
    path.append(node)
    node = parent[node]
print(path[::-1], parent)
