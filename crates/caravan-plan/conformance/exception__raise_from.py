# raise from keeps the cause; the new exception is what is caught.
class PlanError(Exception):
    pass

try:
    try:
        {}["a"]
    except KeyError as e:
        raise PlanError("no a") from e
except PlanError as e:
    print(repr(e))
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("clean") from None
except ValueError as e:
    print(e)
