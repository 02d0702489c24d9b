# inf, nan and huge values.
inf, nan = float("inf"), float("nan")
print(f"{inf} {-inf} {nan} {inf:.2f} {nan:8.1f}| {inf:08.2f} {inf:+}")
print(f"{10 ** 20:,} {2 ** 70} {1e300:.3e} {2 ** 64:x}")
