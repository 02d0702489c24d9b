# Elements are taken away from a filtered list.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
kept = [k for k in range(5) if u[k] == "a"] + [7, 8]
first = kept.pop(0)
second = kept.pop(0)
child(f"{first} {second}")
