# The same by `filter`, made a list.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
row = list(filter(lambda k: u[k] == "a", range(5)))
if len(row) > 1:
    child(f"{row[0]} {row[1]}")
