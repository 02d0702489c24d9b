# One of three agents by a look-up.
#! case precision
#! untrusted u = "b"
#! child one = "done"
#! child two = "done"
#! cfi gate two#1 allow bits<=1.59
#! noninterference gate two#1 deny because=control
{"a": one, "b": two}[get_variable("u")]("Go on.")
