# A name that is made after it was told holds what the round before has made.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
text = "none"
for k in [k for k in range(5) if u[k] == "a"]:
    child(f"{text} {k}")
    text = f"Take {k}"
