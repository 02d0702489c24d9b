# Names that a round makes of the loop's own variable, and of what earlier rounds have left.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
#! child other = "done"
u = get_variable("u")
count = 0
seen = []
other_name = seen
for k in [k for k in range(5) if u[k] == "a"]:
    text = f"Take {k}"
    number = count
    child(text)
    size = f"{len(other_name)} {k}"
    seen.append(k)
    count += 1
    other(f"{text} {number}")
