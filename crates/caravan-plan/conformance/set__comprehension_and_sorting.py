# Turning sets into sorted lists.
emails = ["a@x.com", "b@y.com", "c@x.com"]
domains = {e.split("@")[1] for e in emails}
print(sorted(domains), max(domains), sorted(domains, reverse=True))
print(",".join(sorted(domains)))
