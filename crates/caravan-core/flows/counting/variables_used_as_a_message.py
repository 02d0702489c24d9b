# A number handed down under a guard, and told by the child's own plan.
#! case counted
#! untrusted u = every 1 of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
#! plan mid
#| low(get_variable("x"))
#! child mid/low = "done"
u = get_variable("u")[0]
for i in range(20):
    if i == u:
        mid("Tell it.", variables={"x": str(i)})
