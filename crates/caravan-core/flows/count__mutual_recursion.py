# Two functions that call each other.
#! case attack
#! untrusted n = 4
#! child child = "done"
#! cfi gate child#1 deny because=budget
def even(n, text):
    if n == 0:
        return text
    return odd(n - 1, text + "a")

def odd(n, text):
    if n == 0:
        return text
    return even(n - 1, text + "b")

child(even(get_variable("n"), ""))
