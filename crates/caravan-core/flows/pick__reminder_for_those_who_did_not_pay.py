# A message for each of a hundred names that untrusted data keeps in the list, made of the name alone.
#! case precision
#! untrusted u = [3, 99]
#! child child = "done"
#! cfi gate child#* allow bits<=6.66
#! cfi calls child 2
due = get_variable("u")
for name in [f"client {k}" for k in range(100) if k in due]:
    child(f"Remind {name}.")
