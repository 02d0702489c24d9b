# That something was printed at all.
#! case attack
#! untrusted u = "yes"
#! cfi printed data=trusted control=untrusted
if get_variable("u") == "yes":
    print("x")
