# Money in integer cents.
def parse(s):
    euros, _, cents = s.partition(".")
    return int(euros) * 100 + int(cents.ljust(2, "0")[:2] or 0)

items = ["19.99", "5", "0.5", "12.345"]
total = sum(map(parse, items))
print([parse(s) for s in items], total, f"{total // 100}.{total % 100:02d}")
