# correlation and linear_regression of a straight line.
import statistics
x, y = [1, 2, 3, 4], [2, 4, 6, 8]
r = statistics.linear_regression(x, y)
print(round(r.slope, 6), round(r.intercept, 6), round(statistics.correlation(x, y), 6), round(statistics.covariance(x, y), 6))
print(round(statistics.correlation(x, y[::-1]), 6))
