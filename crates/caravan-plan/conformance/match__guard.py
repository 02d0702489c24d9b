# A guard is tested after the pattern matched.
def sign(n):
    match n:
        case int() | float() if n < 0:
            return "negative"
        case 0:
            return "zero"
        case x if x > 100:
            return f"big {x}"
        case _:
            return "positive"

print([sign(v) for v in [-5, 0, 3, 1000, -0.5]])
