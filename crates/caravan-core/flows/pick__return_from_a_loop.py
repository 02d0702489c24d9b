# A `return` out of such a loop is, too.
#! case precision
#! untrusted n = 700
#! child child = "done"
#! cfi gate child#1 allow bits>=1 bits<=10
def first_free(n):
    for slot in range(1000):
        if slot >= n:
            return f"slot {slot}"
    return "nothing"

child(f"Book {first_free(get_variable('n'))}")
