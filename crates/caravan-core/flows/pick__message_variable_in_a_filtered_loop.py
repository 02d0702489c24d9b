# The message is made under a name first, of the loop's own variable.
#! case precision
#! untrusted due = [3, 99]
#! child child = "done"
#! cfi gate child#* allow bits<=6.66
#! cfi calls child 2
due = get_variable("due")
for name in [f"client {k}" for k in range(100) if k in due]:
    greeting = f"Dear {name}"
    message = f"Remind them, beginning with: {greeting}."
    child(message)
