# `elif B: break` beside `if A: write`: each round's first guard is paid for, whatever the exit costs.
#! case counted
#! untrusted u = every 5 of "acb"
#! child child = "done"
u = get_variable("u")
k = ""
for i in range(5):
    if u[i] == "a":
        k += str(i)
    elif u[i] == "b":
        break
child(k)
