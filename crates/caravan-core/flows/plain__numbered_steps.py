# Steps numbered by a trusted loop.
#! case precision
#! untrusted u = "x"
#! child child = "done"
#! all gate child#* allow bits<=0
for i in range(1, 4):
    child(f"Do step {i}", variables={"of": get_variable("u")})
