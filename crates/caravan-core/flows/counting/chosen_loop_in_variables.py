# What a round hands down is told by the child's plan.
#! case counted
#! untrusted u = every 5 of "ab"
#! plan mid
#| low(get_variable("x"))
#! child mid/low = "done"
u = get_variable("u")
for k in [k for k in range(5) if u[k] == "a"]:
    mid("Tell it.", variables={"x": str(k)})
