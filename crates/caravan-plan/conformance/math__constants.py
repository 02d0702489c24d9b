# Constants of math.
import math
print(math.pi, math.e, math.tau, math.inf, math.nan, -math.inf)
print(math.isinf(math.inf), math.isnan(math.nan), math.isfinite(1.5), math.isfinite(math.inf), math.inf == float("inf"))
print(f"{math.pi:.3f} {math.e:.2e}")
