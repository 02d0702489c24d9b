# stdev, variance and their population forms.
import statistics
xs = [2, 4, 4, 4, 5, 5, 7, 9]
print(statistics.pstdev(xs), statistics.pvariance(xs), round(statistics.stdev(xs), 10), round(statistics.variance(xs), 10))
print(statistics.variance([1, 2, 3]), statistics.stdev([1.0, 1.0]), statistics.pvariance([1.5, 2.5]))
print(round(statistics.stdev([10.5, 12.25, 9.75]), 6))
