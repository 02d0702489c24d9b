# Salaries by department.
from statistics import mean, median
people = [("eng", 120), ("eng", 95), ("ops", 70), ("eng", 101), ("ops", 82)]
by = {}
for dept, salary in people:
    by.setdefault(dept, []).append(salary)
for dept, xs in sorted(by.items()):
    print(f"{dept}: n={len(xs)} mean={mean(xs):.2f} median={median(xs)} max={max(xs)}")
gap = mean(by["eng"]) - mean(by["ops"])
print(f"gap {gap:+.1f}")
