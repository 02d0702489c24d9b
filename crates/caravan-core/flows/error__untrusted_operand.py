# A type error whose operands are untrusted.
#! case attack
#! untrusted u = "secret"
#! cfi error untrusted TypeError
1 + get_variable("u")
