# And with a counter: which candidate it is, and how many came before it.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")
count = 0
for k in [k for k in range(6) if u[k] == "a"]:
    count += 1
    child(f"Take {k} as number {count}")
