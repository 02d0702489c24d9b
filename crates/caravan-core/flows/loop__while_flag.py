# A loop that runs while a flag stands, which an untrusted branch takes down.
#! case attack
#! untrusted u = "aab"
#! child child = "done"
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
going = True
i = 0
while going:
    if u[i] == "b":
        going = False
    i += 1
child(str(i))
