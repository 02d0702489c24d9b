# Two loops of ten rounds.
#! case precision
#! untrusted n = 6
#! child child = "done"
#! cfi gate child#* allow bits<=6.65
n = get_variable("n")
for i in range(10):
    for j in range(10):
        if i * j == n:
            child(f"Take {i} and {j}")
