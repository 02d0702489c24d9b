# Functions that each hold a number of their own; which of them is called is chosen.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! budget 4
#! cfi gate child#1 deny because=budget bits>=6.6
fs = [lambda i=i: child(f"Take number {i}") for i in range(100)]
fs[get_variable("n")]()
