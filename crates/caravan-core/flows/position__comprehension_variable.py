# A call inside a comprehension is a call inside a loop.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
n = get_variable("n")
[child(f"Take number {i}") for i in range(1000000) if i == n]
