# deque grows and shrinks at both ends.
from collections import deque
d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, d.pop(), d.popleft(), d, len(d), d[0], d[-1], 2 in d)
d.extend([7, 8])
d.extendleft([9, 10])
print(d, list(d), d.count(1), d.index(7))
