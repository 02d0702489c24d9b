# A float without a presentation type, with and without precision.
for v in [1.0, 1234567.0, 1e16, 0.1, 1e-5]:
    print(f"{v} {v:.3} {v:10}|")
print(f"{3.0:.1} {1234.5:.2}")
