# A custom exception with its own attributes.
class LimitError(Exception):
    def __init__(self, limit, actual):
        super().__init__(f"limit {limit}, got {actual}")
        self.limit = limit
        self.actual = actual

try:
    raise LimitError(5, 7)
except LimitError as e:
    print(e, e.actual - e.limit, e.args)
