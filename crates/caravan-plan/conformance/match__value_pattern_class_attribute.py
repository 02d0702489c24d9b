# A dotted name of a class attribute is a value pattern.
class Status:
    OK = 200
    MISSING = 404

def f(code):
    match code:
        case Status.OK:
            return "ok"
        case Status.MISSING:
            return "missing"
        case other:
            return other

print(f(200), f(404), f(500))
