# Integers in other bases.
for v in [0, 5, 255, -255]:
    print(f"{v:b} {v:o} {v:x} {v:X} {v:#x} {v:#b} {v:#o} {v:08b}")
print(f"{255:#06x} {10:c} {65:c} {5:d} {5:n}".replace("\n", "NL"))
