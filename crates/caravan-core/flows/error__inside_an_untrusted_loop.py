# A plain mistake, met only if there is at least one mail.
#! case attack
#! untrusted u = ["x"]
#! cfi error untrusted ZeroDivisionError
for mail in get_variable("u"):
    1 / 0
