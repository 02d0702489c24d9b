# An agent chosen in each round of a loop.
#! case counted
#! untrusted u = every 6 of "ab"
#! plan one
#| end("a")
#! plan two
#| stop("b")
#! child one/end = "done"
#! child two/stop = "done"
#! child child = "done"
u = get_variable("u")
log = []
for k in range(6):
    agent = one if u[k] == "a" else two
    agent("Go on.")
    if u[k] == "a":
        log.append(k)
child(f"{log}")
