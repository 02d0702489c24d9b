# The percent type.
for v in [0.5, 0.123456, 1, 0, -0.05]:
    print(f"{v:%} {v:.1%} {v:.0%} {v:8.2%}|")
print(f"{3 / 7:.2%}")
