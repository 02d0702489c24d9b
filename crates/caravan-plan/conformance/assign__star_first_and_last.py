# A starred name may stand first or last.
*init, last = (1, 2, 3)
print(init, last)
head, *tail = range(4)
print(head, tail)
*everything, = "abc"
print(everything)
