# The next of a filtered generator, and the one after.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
row = iter([k for k in range(5) if u[k] == "a"])
child(f"Take {next(row, 'none')} and {next(row, 'none')}")
