# What a plan prints keeps its label on the way to the transcript.
#! case attack
#! untrusted u = "secret"
#! all printed data=untrusted
print("x", get_variable("u"), sep="-")
