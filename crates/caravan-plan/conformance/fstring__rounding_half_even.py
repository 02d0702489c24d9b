# Formatting rounds the exact binary value, half to even.
print([f"{v:.1f}" for v in (0.25, 0.35, 0.75, 1.05, 2.45)])
print([f"{v:.0f}" for v in (0.5, 1.5, 2.5, 3.5, -0.5)])
print(f"{0.1:.20f} {1 / 3:.10f} {-0.0:.1f} {-0.04:.1f}")
