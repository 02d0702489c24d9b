# Amounts of money.
import re
text = "Paid $1,234.50 and $20; refund of -$3.75."
amounts = [float(a.replace(",", "")) for a in re.findall(r"\$([\d,]+(?:\.\d+)?)", text)]
print(amounts, sum(amounts), re.findall(r"-?\$[\d.,]*\d", text))
