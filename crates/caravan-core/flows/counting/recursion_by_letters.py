# Recursion that appends a letter where the data says so.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
def spell(u, k, s):
    if k == 5:
        child(s)
        return
    if u[k] == "a":
        spell(u, k + 1, s + "a")
    else:
        spell(u, k + 1, s + "b")

spell(get_variable("u"), 0, "")
