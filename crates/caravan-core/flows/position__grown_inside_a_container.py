# Or inside of something else.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")
done = []
box = {"done": done}
for i in range(100000):
    done.append("a")
    if i == n:
        child(f"{len(box['done'])} done")
