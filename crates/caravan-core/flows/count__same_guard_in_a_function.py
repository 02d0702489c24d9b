# Guards inside a function count for each call.
#! case attack
#! untrusted u = "01101001100101101001"
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")

def bit(k):
    if u[k] == "1":
        return "1"
    else:
        return "0"

child("".join([bit(k) for k in range(20)]))
