# The maximum of a hundred thousand by an untrusted key.
#! case attack
#! untrusted n = 500
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")
child(str(max(range(100000), key=lambda k: -abs(k - n))))
