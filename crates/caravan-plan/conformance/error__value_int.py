# int of text that is no number.
amounts = ["10", "20", "n/a"]
total = 0
for a in amounts:
    total += int(a)
    print(total)
