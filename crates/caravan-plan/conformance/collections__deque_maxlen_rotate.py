# maxlen drops from the other end; rotate turns.
from collections import deque
d = deque(maxlen=3)
for i in range(5):
    d.append(i)
print(d, d.maxlen, deque("abc").maxlen)
d.appendleft("x")
print(d)
r = deque([1, 2, 3, 4])
r.rotate(1)
print(r)
r.rotate(-2)
print(r)
