# One try around many operations: how far it came tells a number.
#! case attack
#! untrusted u = "1 2 x 4 5 6 7 8"
#! child child = "done"
#! budget 0
#! cfi label n control=untrusted bits>=3.16
#! cfi gate child#1 deny because=budget
parts = get_variable("u").split()
n = 0
try:
    for k in range(8):
        int(parts[k])
        n += 1
except ValueError:
    pass
child(str(n))
