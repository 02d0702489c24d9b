# Three filtered lists of one element each.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
s = ""
for k in range(5):
    row = [k for k in [k] if u[k] == "a"]
    s += str(k) if row else "-"
child(s)
