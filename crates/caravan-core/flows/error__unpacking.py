# Too many values, and the number of them is untrusted.
#! case attack
#! untrusted u = "a b c"
#! cfi error untrusted ValueError
a, b = get_variable("u").split()
