# Loops, early returns and exceptions in a function that works on untrusted data alone.
#! case precision
#! untrusted u = ["1", "x", "3"]
#! child child = "done"
#! all gate child#* allow bits<=0
def total(values):
    result = 0
    for value in values:
        try:
            number = int(value)
        except ValueError:
            continue
        if number < 0:
            return None
        result += number
    return result

n = total(get_variable("u"))
who = "Ann"
child("Report the sum.", variables={"sum": n})
child(f"Tell {who}")
