# General format g.
for v in [0.0001, 0.00001, 123456.0, 1234567.0, 1e15, 100.0, 1.5]:
    print(f"{v:g} {v:.3g} {v:G}")
print(f"{5:g} {0.1 + 0.2:.17g} {1e100:g}")
