# A `raise` that a `try` inside the loop catches ends no loop: each round says one more bit.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
k = ""
for i in range(6):
    c = u[i] == "a"
    try:
        if c:
            raise ValueError("x")
        k += "."
    except ValueError:
        k += str(i)
child(k)
