# Statistics of too little data.
import statistics
for f in [lambda: statistics.mean([]), lambda: statistics.median([]), lambda: statistics.stdev([1]), lambda: statistics.mode([]), lambda: statistics.variance([])]:
    try:
        f()
    except statistics.StatisticsError as e:
        print(e)
print(issubclass(statistics.StatisticsError, ValueError))
