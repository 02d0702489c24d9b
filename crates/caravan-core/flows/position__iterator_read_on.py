# An iterator that the loop reads on is told with the loop's own variable.
#! case attack
#! untrusted u = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position
u = get_variable("u")
it = iter(range(100))
for k in [k for k in range(20) if k in u]:
    [x for x, y in zip(it, [1])]
    child(f"{k} {sum(it)}")
