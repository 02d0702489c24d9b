# remove, insert, reverse, clear, copy and errors.
from collections import deque
d = deque("abcb")
d.remove("b")
d.insert(1, "x")
d.reverse()
print(d, d.copy() == d, d == ["c"], deque([1]) + deque([2]))
d.clear()
print(d, bool(d))
try:
    d.pop()
except IndexError as e:
    print(e)
try:
    d.popleft()
except IndexError as e:
    print(e)
