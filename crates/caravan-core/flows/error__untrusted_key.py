# A missing key: its text is the key.
#! case attack
#! untrusted u = "secret"
#! cfi error untrusted KeyError
{"a": 1}[get_variable("u")]
