# mean, median and their kinds of result.
import statistics
print(statistics.mean([1, 2, 3, 4]), statistics.mean([1, 2, 3]), statistics.mean([1.5, 2.5]), statistics.fmean([1, 2]), statistics.mean([1, 2, 2]))
print(statistics.median([3, 1, 2]), statistics.median([4, 1, 3, 2]), statistics.median_low([1, 2, 3, 4]), statistics.median_high([1, 2, 3, 4]))
print(statistics.median(["a", "c", "b"]))
