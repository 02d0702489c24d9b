# Lookup tables and divmod with strings.
ones = "zero one two three four five six seven eight nine".split()
tens = {2: "twenty", 3: "thirty", 4: "forty"}

def words(n):
    if n < 10:
        return ones[n]
    t, o = divmod(n, 10)
    return tens[t] + (f"-{ones[o]}" if o else "")

print([words(n) for n in (0, 7, 20, 35, 49)])
