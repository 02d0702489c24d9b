# Subscripting a set.
domains = {"x.com"}
print(len(domains))
print(list(domains)[0])
print(domains[0])
