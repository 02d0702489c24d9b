# Unpacking None.
def split(s):
    if ":" in s:
        return s.split(":")

a, b = split("x:y")
print(a, b)
a, b = split("xy")
