# Exponent notation.
for v in [12345.678, 0.00012, 1, -5e10]:
    print(f"{v:e} {v:.2e} {v:E} {v:.0e}")
print(f"{123456789:.3e}")
