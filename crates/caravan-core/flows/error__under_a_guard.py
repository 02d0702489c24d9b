# A written error text under an untrusted guard.
#! case attack
#! untrusted u = "secret"
#! cfi error untrusted ValueError
if get_variable("u") == "secret":
    raise ValueError("stop")
