# What a chosen function prints was chosen with it.
#! case attack
#! untrusted u = "yes" | "no"
#! cfi @1 printed control=untrusted bits>=1
#! noninterference @1 printed control=untrusted
tell = print if get_variable("u") == "yes" else len
tell("x")
