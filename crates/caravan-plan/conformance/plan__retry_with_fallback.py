# A tool stand-in that fails twice.
calls = {"n": 0}

def flaky_search(query):
    calls["n"] += 1
    if calls["n"] < 3:
        raise ConnectionError(f"attempt {calls['n']} failed")
    return [f"{query} result {i}" for i in range(2)]

results = None
for attempt in range(5):
    try:
        results = flaky_search("weather")
        break
    except ConnectionError as e:
        print("retrying:", e)
else:
    results = []
print(results, calls)
