# A failed assertion about untrusted data.
#! case attack
#! untrusted u = "no"
#! cfi error untrusted AssertionError
assert get_variable("u") == "yes", "not yes"
