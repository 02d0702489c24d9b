# Comparing two groups.
invited = {"ann", "bob", "cy"}
came = {"bob", "cy", "dee"}
for name, group in [("both", invited & came), ("absent", invited - came), ("uninvited", came - invited), ("all", invited | came)]:
    print(name, sorted(group))
print(invited.isdisjoint(came), len(invited ^ came))
