# Data chosen by data, passed on as data.
#! case precision
#! untrusted u = ["b", "a"]
#! child child = "done"
#! all gate child#1 allow bits<=0
xs = get_variable("u")
best = max(xs, key=len)
child("Read it.", variables={"best": best, "sorted": sorted(xs), "count": len(xs)})
