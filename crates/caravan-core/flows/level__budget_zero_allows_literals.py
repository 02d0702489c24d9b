# A budget of nothing leaves what is written out and what untrusted data cannot influence.
#! case precision
#! untrusted u = "yes"
#! child child = "done"
#! budget 0
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
name = "Ann"
child(f"Write to {name}.")
if get_variable("u") == "yes":
    child("Go on.")
    child(f"Write to {name}.")
