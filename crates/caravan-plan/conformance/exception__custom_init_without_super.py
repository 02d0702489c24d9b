# Without super().__init__ the constructor's arguments are still kept in args.
class CodeError(Exception):
    def __init__(self, code):
        self.code = code

try:
    raise CodeError(404)
except CodeError as e:
    print(e, e.args, e.code, repr(e))
