# A deque that grows or shrinks while a loop goes through it raises
from collections import deque

for change in ["append", "popleft", "clear", "nothing"]:
    row = deque([1, 2, 3])
    try:
        for item in row:
            if change == "append":
                row.append(item)
            elif change == "popleft":
                row.popleft()
            elif change == "clear":
                row.clear()
        print(change, list(row))
    except RuntimeError as e:
        print(change, e)
