# A NameError that tells which branch ran.
#! case attack
#! untrusted u = "no"
#! cfi error untrusted NameError
if get_variable("u") == "yes":
    x = "x"
print(x)
