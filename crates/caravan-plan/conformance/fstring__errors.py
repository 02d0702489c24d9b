# Messages of unsuitable format codes.
for f in [lambda: f"{'a':d}", lambda: f"{1.5:d}", lambda: f"{'a':.2f}", lambda: f"{5:s}"]:
    try:
        f()
    except ValueError as e:
        print(e)
