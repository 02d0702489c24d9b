# Invoice numbers and amounts out of subjects.
import re
subjects = ["Invoice INV-0042: EUR 120.50", "Re: lunch", "FW: Invoice INV-0043: EUR 80", "invoice inv-7: eur 1.5"]
pattern = re.compile(r"invoice (inv-\d+): eur (\d+(?:\.\d+)?)", re.I)
found = {}
for s in subjects:
    if m := pattern.search(s):
        found[m[1].upper()] = float(m[2])
print(found, sum(found.values()))
for number, amount in found.items():
    print(f"{number:>10} {amount:>8.2f}")
