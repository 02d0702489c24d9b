# The walrus in a while condition.
queue = [3, 2, 1, 0, 9]
while (item := queue.pop(0)) != 0:
    print("item", item)
print("stopped at", item, "left", queue)
