# A handler that leaves the loop.
#! case attack
#! untrusted u = "11x" | "x11"
#! child child = "done"
#! budget 0
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
u = get_variable("u")
n = 0
for k in range(3):
    try:
        int(u[k])
    except ValueError:
        break
    n += 1
child(str(n))
