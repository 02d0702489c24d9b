# The mean of nothing.
import statistics
data = [1, 2, 3]
print(statistics.mean(data))
print(statistics.mean([x for x in data if x > 5]))
