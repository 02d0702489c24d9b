# The base's __init__ called by its name, and through super in two levels.
class Code(Exception):
    def __init__(self, code, *rest):
        Exception.__init__(self, f"code {code}")
        self.code = code

class Named(Code):
    def __init__(self, name):
        super().__init__(5)
        self.name = name

try:
    raise Named("x")
except Code as e:
    print(e, e.code, e.name, e.args, repr(e))
