# A moving average.
from collections import deque
window, out = deque(maxlen=3), []
for v in [10, 20, 60, 30, 0]:
    window.append(v)
    out.append(sum(window) / len(window))
print(out, window, max(window))
