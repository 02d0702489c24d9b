# A custom exception with its own message.
class RateLimit(Exception):
    def __init__(self, retry_after):
        super().__init__(f"retry after {retry_after}s")
        self.retry_after = retry_after

try:
    raise RateLimit(30)
except RateLimit as e:
    print(e.retry_after)
raise RateLimit(60)
