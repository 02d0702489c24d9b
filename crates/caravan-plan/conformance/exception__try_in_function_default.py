# A helper that turns errors into a default.
def attempt(f, *args, default=None):
    try:
        return f(*args)
    except Exception as e:
        print("failed:", e)
        return default

print(attempt(int, "12"), attempt(int, "twelve", default=-1), attempt(lambda: [].pop()))
