# A `while` of trusted guards: the round is charged.
#! case precision
#! untrusted n = 6
#! child child = "done"
#! cfi gate child#1 allow bits>=1 bits<=7
n = get_variable("n")
i = 0
while i < 10:
    i += 1
    if i == n:
        child(f"Take number {i}")
