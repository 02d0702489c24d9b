# The first of a filtered list, or a word.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(5) if u[k] == "a"]
child(f"{kept[0] if kept else 'none'}")
