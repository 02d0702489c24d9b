# float.hex and float.fromhex are exact.
for x in [0.0, -0.0, 0.1, -2.5, 1e308, 5e-324, -1e-310, float("inf"), float("nan")]:
    print(x.hex(), float.fromhex(x.hex()))
for s in ["0x1.8p1", " 0x.8 ", "1.8p+1", "0x1p-1075", "0x1.8p-1075", "0x1.fffffffffffff7p1023", "-Infinity", "+0X1P3", "0x1p-99999"]:
    print(float.fromhex(s))
for s in ["", "0x", "0x1p", "0x1_0", "zz", "0x1p99999", "0x1.fffffffffffff8p1023"]:
    try:
        float.fromhex(s)
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
