# Twenty questions find a number out of a million.
#! case attack
#! untrusted n = 77
#! child child = "done"
#! cfi label low data=trusted control=untrusted bits>=19.9
#! cfi gate child#1 deny because=budget
n = get_variable("n")
low = 0
high = 1048576
for _ in range(20):
    middle = (low + high) // 2
    if n < middle:
        high = middle
    else:
        low = middle
child(str(low))
