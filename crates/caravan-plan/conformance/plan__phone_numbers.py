# Normalising phone numbers.
import re
raw = ["+49 (30) 123-456", "030 123456", "0049 30 123456", "call me", "+1 555 0100"]

def normalise(s):
    digits = re.sub(r"[^\d+]", "", s)
    if not digits:
        return None
    if digits.startswith("00"):
        digits = "+" + digits[2:]
    elif digits.startswith("0"):
        digits = "+49" + digits[1:]
    return digits

numbers = [normalise(s) for s in raw]
print(numbers)
print(len(set(filter(None, numbers))))
