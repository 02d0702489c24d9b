# The first clause that matches handles it.
def kind(f):
    try:
        f()
    except KeyError:
        return "key"
    except LookupError:
        return "lookup"
    except (TypeError, ValueError) as e:
        return f"type or value: {e}"
    except Exception:
        return "other"

print(kind(lambda: {}["a"]), kind(lambda: [][0]))
print(kind(lambda: int("z")), kind(lambda: 1 + "a"), kind(lambda: 1 / 0))
