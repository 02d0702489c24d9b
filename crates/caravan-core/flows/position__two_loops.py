# Two loops of a thousand rounds around the call.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
n = get_variable("n")
for i in range(1000):
    for j in range(1000):
        if i + j == n:
            child(f"Take {i} and {j}")
