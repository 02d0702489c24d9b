# Walking a hierarchy for reports and depth.
manager = {"ann": None, "bob": "ann", "cy": "ann", "dee": "bob", "eve": "dee"}

def chain(who):
    while who is not None:
        yield who
        who = manager[who]

for who in sorted(manager, key=lambda w: (len(list(chain(w))), w)):
    print(" < ".join(chain(who)))
reports = {m: sorted(w for w in manager if manager[w] == m) for m in manager}
print(max(reports, key=lambda m: len(reports[m])), {m: r for m, r in reports.items() if r})
