# Specifications that do not parse.
for v, spec in [(5, "zz"), ("a", "5q"), (1.5, "x"), (5, ".2d")]:
    try:
        print(format(v, spec))
    except ValueError:
        print("ValueError")
