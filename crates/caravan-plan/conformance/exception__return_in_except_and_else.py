# Which return runs.
def f(s):
    try:
        n = int(s)
    except ValueError:
        return "bad"
    else:
        return n * 2
    finally:
        print("done", s)

print(f("4"), f("x"))
