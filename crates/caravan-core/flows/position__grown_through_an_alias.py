# What the text is made of was grown in earlier rounds under another name.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")
done = []
other = done
for i in range(100000):
    done.append("a")
    if i == n:
        child(f"{len(other)} done")
