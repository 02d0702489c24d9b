# Not enough values for the names beside a star.
def parts(s):
    first, second, *rest = s.split()
    return first, second, rest

print(parts("a b c"))
print(parts("a"))
