# Floats, big ints, nan and infinities.
import json
print(json.dumps([0.1, 1e100, 1e-7, 1e16, -0.0, 123456789.125, 2 ** 70]))
print(json.dumps([float("nan"), float("inf"), -float("inf")]))
try:
    json.dumps(float("nan"), allow_nan=False)
except ValueError as e:
    print(str(e).startswith("Out of range float values are not JSON compliant"))
