# Mapping patterns match dicts that have the keys, extra keys allowed.
def f(x):
    match x:
        case {"type": "email", "to": to}:
            return f"email to {to}"
        case {"type": t}:
            return f"type {t}"
        case {}:
            return "some dict"
        case _:
            return "no dict"

print(f({"type": "email", "to": "a", "cc": "b"}))
print(f({"type": "email"}), f({"x": 1}), f({}), f([]))
