# What was charged for a child's instruction is what its own written calls cost.
#! case precision
#! untrusted u = "yes" | "no"
#! plan mid
#| name = "Ann"
#| low("Write to " + name)
#| return "done"
#! child mid/low = "done"
#! cfi gate mid#1 allow bits<=1
#! cfi gate mid/low#1 allow bits>=1 bits<=1
mid("Do this." if get_variable("u") == "yes" else "Do that.")
