# An index out of range, by an untrusted index into a trusted list.
#! case attack
#! untrusted n = 9
#! cfi error untrusted IndexError
["a", "b"][get_variable("n")]
