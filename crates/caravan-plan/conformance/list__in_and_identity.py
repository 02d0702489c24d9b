# Membership compares identity first, then equality.
nan = float("nan")
print(nan in [nan], nan == nan, [nan] == [nan])
print(1 in [1.0], "1" in [1], None in [0])
print([] in [[]], True in [1])
