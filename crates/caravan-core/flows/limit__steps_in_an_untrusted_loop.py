# A step limit reached inside a loop of untrusted length.
#! case attack
#! untrusted u = "aaaa"
#! steps 5000
#! cfi error untrusted
for letter in get_variable("u"):
    for k in range(100000):
        pass
