# namedtuple records grouped and sorted.
from collections import namedtuple, defaultdict, Counter
Tx = namedtuple("Tx", "payee amount month")
txs = [Tx("Rent", -900, 1), Tx("Pay", 2000, 1), Tx("Rent", -950, 2)]
by_month = defaultdict(int)
for t in txs:
    by_month[t.month] += t.amount
print(dict(by_month), Counter(t.payee for t in txs), min(txs, key=lambda t: t.amount))
