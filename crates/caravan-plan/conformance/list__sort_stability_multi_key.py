# Two sorts make a two-key order.
people = [("ann", 30), ("bob", 25), ("cy", 30), ("dee", 25)]
people.sort(key=lambda p: p[0], reverse=True)
people.sort(key=lambda p: p[1])
print(people)
print(sorted(people, key=lambda p: (-p[1], p[0])))
