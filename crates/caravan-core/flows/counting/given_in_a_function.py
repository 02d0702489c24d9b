# The loop stands in a function that is called several times.
#! case counted
#! untrusted u = every 6 of "ab"
#! child child = "done"
u = get_variable("u")

def last(part):
    found = "none"
    for k in range(3):
        if part[k] == "a":
            found = f"{k}"
    return found

child(last(u[:3]) + last(u[3:]))
