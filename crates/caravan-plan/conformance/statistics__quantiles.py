# quantiles.
import statistics
print(statistics.quantiles([1, 2, 3, 4, 5]), statistics.quantiles([1, 2, 3, 4], n=2), statistics.quantiles(range(1, 11), n=4, method="inclusive"))
print([round(q, 4) for q in statistics.quantiles([10, 20, 35, 70], n=5)])
print(statistics.quantiles([5, 1, 9, 3], n=4))
