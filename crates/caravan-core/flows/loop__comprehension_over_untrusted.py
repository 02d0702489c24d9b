# A list of trusted letters, as long as an untrusted one.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child("".join(["a" for _ in get_variable("u")]))
