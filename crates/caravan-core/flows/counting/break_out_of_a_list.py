# One of twelve by `break`.
#! case counted
#! untrusted u = every 2 of "ABCD"
#! child child = "done"
u = get_variable("u")
for w in ["AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA", "CB", "CC", "CD"]:
    if w == u:
        break
child(w)
