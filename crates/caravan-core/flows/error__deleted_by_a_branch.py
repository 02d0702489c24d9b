# A NameError after a `del` under a guard.
#! case attack
#! untrusted u = "yes"
#! cfi error untrusted NameError
x = "x"
if get_variable("u") == "yes":
    del x
print(x)
