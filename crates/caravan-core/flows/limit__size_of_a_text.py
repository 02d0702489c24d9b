# A text of untrusted length.
#! case attack
#! untrusted n = 100000000000
#! cfi error untrusted
"a" * get_variable("n")
