# What is printed of literals, under a trusted control, is trusted.
#! case precision
#! all printed data=trusted control=trusted
print("done", 3)
