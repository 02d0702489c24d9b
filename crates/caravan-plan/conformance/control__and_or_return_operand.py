# and and or give one of their operands, not a bool.
print(0 or "default", "" or [] or None)
print(1 and 2, 0 and 2, [] and 1)
print("a" or 1 / 0)
print(None and 1 / 0)
print(1 and 0 or 5)
