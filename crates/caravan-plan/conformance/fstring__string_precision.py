# Precision cuts strings.
s = "abcdefgh"
print(f"{s:.3}|{s:6.3}|{s:>6.3}|{s:.20}|{s:.0}|")
print(f"{'x' * 5:.2s} {s:s}")
