# Untrusted data picks the round; what the message is made of was written by a function that the round calls.
#! case attack
#! untrusted u = "2" | "3"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget part=position bits>=2
n = 0

def bump():
    global n
    n = n + 1

for i in range(4):
    bump()
    if get_variable("u") == str(i):
        child(str(n))
