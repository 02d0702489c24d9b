# A child that was told one of two texts has one of two plans: within it, no builtin was chosen.
#! case precision
#! untrusted u = "yes" | "no"
#! plan middle
#| names = ["Ann", "Bob"]
#| length = len(names)
#| def first(row):
#|     return row[0]
#| low("Write to " + first(names) + str(length))
#! child middle/low = "done"
#! budget 2
#! cfi gate middle#1 allow bits<=1
#! cfi gate middle/low#1 allow bits<=1
text = "a"
if get_variable("u") == "yes":
    text = "b"
middle(text)
