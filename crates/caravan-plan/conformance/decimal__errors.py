# Text that is no decimal, and division by zero.
from decimal import Decimal, InvalidOperation, DivisionByZero
for s in ["abc", "", "1,5", "--1"]:
    try:
        Decimal(s)
    except InvalidOperation:
        print("invalid", repr(s))
try:
    Decimal(1) / 0
except DivisionByZero:
    print("division by zero")
print(issubclass(InvalidOperation, ArithmeticError), Decimal(" 1.5 "), Decimal("1_000"))
