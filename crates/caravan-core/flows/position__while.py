# A `while` of trusted guards: the round costs twice its logarithm.
#! case attack
#! untrusted n = 600
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19
n = get_variable("n")
i = 0
while i < 1000:
    i += 1
    if i == n:
        child(f"Take number {i}")
