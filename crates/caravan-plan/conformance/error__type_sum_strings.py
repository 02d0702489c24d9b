# sum of strings.
print(sum([1, 2]))
amounts = ["1", "2"]
print(sum(int(a) for a in amounts))
print(sum(amounts))
