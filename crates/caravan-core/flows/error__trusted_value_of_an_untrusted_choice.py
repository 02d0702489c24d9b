# The operands are trusted data, chosen by untrusted control.
#! case attack
#! untrusted u = "yes"
#! cfi error untrusted ZeroDivisionError
n = 0 if get_variable("u") == "yes" else 1
1 / n
