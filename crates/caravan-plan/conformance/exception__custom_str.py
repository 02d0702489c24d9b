# A custom __str__ is what print shows.
class Problem(Exception):
    def __str__(self):
        return f"problem with {self.args[0]}"

try:
    raise Problem("disk", 5)
except Problem as e:
    print(e)
    print(repr(e), f"{e}", [str(e)])
