# How often something is repeated has to fit an index, however short it is.
for value in ["a", "", b"a", [1], (), [], (1, 2)]:
    for times in [2**63, -2**63 - 1, 10**30]:
        try:
            print(value * times)
        except OverflowError as e:
            print(type(value).__name__, e)
print("a" * -5, [1] * -2**62, () * 2**62, "" * 2**62, True * "ab")
