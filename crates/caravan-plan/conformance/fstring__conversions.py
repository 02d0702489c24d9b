# !r, !s and !a.
s = "é\n"
print(f"{s!r}", f"{'x'!s}", f"{s!a}")
print(f"{'it''s'!r}")
print(f"{[1]!r:>6}|", f"{None!s:<6}|", f"{'a'!r:^7}|")
