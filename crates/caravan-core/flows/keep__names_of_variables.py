# The names of the variables are written, the values are not: together they make no name untrusted.
#! case precision
#! untrusted u = "x"
#! child child = "done"
#! all gate child#1 allow bits<=0
given = {}
for name in ["subject", "body"]:
    given[name] = get_variable("u")
child("Send it.", variables=given)
