# A name that is made of a list which grows under another name.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
seen = []
box = {"seen": seen}
for k in [k for k in range(5) if u[k] == "a"]:
    text = f"{len(seen)} {k}"
    box["seen"].append(k)
    child(text)
