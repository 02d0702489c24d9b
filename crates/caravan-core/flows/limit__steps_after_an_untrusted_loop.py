# The limit is reached later; what was used up before is untrusted.
#! case attack
#! untrusted n = 200
#! steps 5000
#! cfi error untrusted
n = get_variable("n")
i = 0
while i < n:
    i += 1
while True:
    pass
