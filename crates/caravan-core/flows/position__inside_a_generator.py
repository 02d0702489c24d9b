# And a generator that is read by a loop.
#! case attack
#! untrusted n = 7000
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")

def numbers():
    for i in range(100000):
        yield i

for i in numbers():
    if i == n:
        child(f"Take number {i}")
