# A loop without a guard of its own, left by `break`.
#! case attack
#! untrusted n = 5
#! child child = "done"
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
n = get_variable("n")
i = 0
while True:
    if i >= n:
        break
    i += 1
child(str(i))
