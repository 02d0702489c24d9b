# Text set aside under the guard and sent after the loop.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
n = get_variable("n")
queue = []
for i in range(1000000):
    if i == n:
        queue.append(f"Take number {i}")
        break
child(queue[0])
