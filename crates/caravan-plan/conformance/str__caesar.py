# Arithmetic on code points.
def shift(s, n):
    out = ""
    for c in s:
        if "a" <= c <= "z":
            out += chr((ord(c) - 97 + n) % 26 + 97)
        elif c.isupper():
            out += chr((ord(c) - ord("A") + n) % 26 + ord("A"))
        else:
            out += c
    return out

print(shift("Hello, xyz!", 3), shift(shift("Round Trip", 5), -5))
