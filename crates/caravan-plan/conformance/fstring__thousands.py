# Grouping with comma and underscore.
for v in [1234, 1234567, -9876543, 999]:
    print(f"{v:,} {v:_} {v:12,} {v:,.2f} {v:,d}")
print(f"{1234567.891:,.2f} {0xFFFFFF:_x} {255:_b} {1234.5:,}")
