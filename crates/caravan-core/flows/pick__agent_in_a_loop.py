# An agent chosen in each round of a loop costs a bit there, and touches no list of the plan.
#! case precision
#! untrusted u = "abab"
#! child one = "done"
#! child two = "done"
#! child child = "done"
#! cfi gate one#* allow bits<=1
#! cfi gate two#* allow bits<=1
#! cfi gate child#* allow bits<=0
u = get_variable("u")
names = ["Ann", "Bob", "Cid", "Dan"]
for k in range(4):
    agent = one if u[k] == "a" else two
    agent("Go on.")
for name in names:
    child(f"Write to {name}.")
