# heapq: the heap is the same list as in CPython at every step
import heapq
from heapq import heapify as order, heappush

heap = []
for n in [5, 3, 8, 1, 9, 2, 7]:
    heappush(heap, n)
    print(heap)
print(heapq.heappushpop(heap, 4), heapq.heapreplace(heap, 6), heap)
while heap:
    print(heapq.heappop(heap), end=" ")
print()
rows = [(3, "c"), (1, "a"), (2, "b"), (1, "A"), (0, "z"), (5, "q")]
order(rows)
print(rows)
print(heapq.nlargest(2, [1, 5, 2]), heapq.nsmallest(2, rows, key=lambda row: row[1]), heapq.nlargest(-1, [1]))
try:
    heapq.heappop([])
except IndexError as e:
    print(e)


def take(queue):
    import heapq as q

    return [q.heappop(queue) for _ in range(len(queue))]


print(take([1, 2, 3]))
