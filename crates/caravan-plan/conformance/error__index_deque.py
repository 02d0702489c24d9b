# popleft on an empty deque.
from collections import deque
q = deque(["job"])
print(q.popleft())
q.popleft()
