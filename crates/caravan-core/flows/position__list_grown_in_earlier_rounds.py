# The same through a list that the text is made of.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
n = get_variable("n")
done = []
for i in range(1000000):
    done.append("a")
    if i == n:
        child(f"{len(done)} done")
