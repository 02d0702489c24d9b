# A written message in the plan of a child whose instruction was chosen costs what the choice cost.
#! case attack
#! untrusted u = "yes" | "no"
#! plan mid
#| leaf("Go on.")
#| return "done"
#! child mid/leaf = "done"
#! cfi gate mid/leaf#1 allow bits>=1
#! noninterference gate mid#1 deny because=control
mid("Do this." if get_variable("u") == "yes" else "Do that.")
