# Shortest paths without a heap.
graph = {"home": {"shop": 4, "bank": 2}, "bank": {"shop": 1, "work": 7}, "shop": {"work": 3}, "work": {}}
dist = {n: float("inf") for n in graph}
dist["home"] = 0
todo = set(graph)
while todo:
    node = min(sorted(todo), key=lambda n: dist[n])
    todo.remove(node)
    for n, w in graph[node].items():
        dist[n] = min(dist[n], dist[node] + w)
print(dist)
