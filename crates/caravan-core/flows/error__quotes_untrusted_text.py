# An uncaught error whose text quotes untrusted data.
#! case attack
#! untrusted u = "secret"
#! cfi error untrusted ValueError
#! noninterference error untrusted ValueError
raise ValueError(get_variable("u"))
