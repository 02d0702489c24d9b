# Applying quotas to requests in order.
from collections import Counter
quota = {"ann": 2, "bob": 1}
used = Counter()
for user, op in [("ann", "r1"), ("bob", "r2"), ("ann", "r3"), ("bob", "r4"), ("cy", "r5")]:
    if used[user] >= quota.get(user, 0):
        print("deny", user, op)
        continue
    used[user] += 1
    print("allow", user, op)
print(used, used.total())
