# The call stands in a function that the loop calls.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
count = [0]

def tell(k):
    count[0] += 1
    child(f"{k} {count[0]}")

for k in [k for k in range(5) if u[k] == "a"]:
    tell(k)
