# And with an assertion.
#! case precision
#! untrusted u = ["one"]
#! child child = "done"
#! all gate child#1 allow bits<=0
assert get_variable("u"), "there is no mail"
name = "Ann"
child(f"Tell {name}.")
