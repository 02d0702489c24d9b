# Seventeen flags, made one by one and joined at the end.
#! case attack
#! untrusted u = "01101001100101101"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=17
#! noninterference gate child#1 deny because=control
u = get_variable("u")
flags = [("1" if u[k] == "1" else "0") for k in range(17)]
child("".join(flags))
