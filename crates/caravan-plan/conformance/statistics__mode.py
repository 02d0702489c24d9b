# mode and multimode.
import statistics
print(statistics.mode([1, 2, 2, 3]), statistics.mode("banana"), statistics.mode([3, 1, 3, 1]), statistics.multimode([1, 1, 2, 2, 3]), statistics.multimode([]))
print(statistics.mode(["red", "blue", "red"]))
print(statistics.multimode("aabbc"))
