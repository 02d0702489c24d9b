# A dict comprehension; a later equal key wins.
print({w: len(w) for w in ["a", "bb", "ccc"]})
print({v: k for k, v in {"x": 1, "y": 2, "z": 1}.items()})
print({n: "odd" if n % 2 else "even" for n in range(3)})
print({k.lower(): v for k, v in [("A", 1), ("a", 2)]})
