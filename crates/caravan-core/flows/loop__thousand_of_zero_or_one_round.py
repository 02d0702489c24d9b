# A thousand loops that each run once or not at all.
#! case attack
#! untrusted u = "0110"
#! child child = "done"
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
s = ""
for k in range(1000):
    bit = "0"
    for _ in range(1 if u[k % 4] == "1" else 0):
        bit = "1"
    s += bit
child(s)
