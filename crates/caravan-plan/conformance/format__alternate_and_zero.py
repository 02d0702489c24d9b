# The # and 0 options for floats and ints.
x = -3.14
print(f"{x:#.0f} {x:#010.2f}")
print(format(5.0, "#.0f"), format(3.0, "#g"), format(3.0, "g"), format(255, "#X"), format(-5, "#06b"))
print(format(3.14, "07.1f"), format(-3.14, "07.1f"), format(5, "<06"), format(1234, "010,"))
