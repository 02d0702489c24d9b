# A text rebuilt letter by letter, with `continue` for every wrong letter.
#! case attack
#! untrusted u = "deadbeef"
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
s = ""
for k in range(8):
    for letter in "abcdefghijklmnopqrstuvwxyz":
        if u[k] != letter:
            continue
        s += letter
child(s)
