# A written word that was handed down under a guard tells that the guard held.
#! case attack
#! untrusted u = "yes"
#! plan mid
#| leaf("Say " + get_variable("x"))
#| return "done"
#! child mid/leaf = "done"
#! budget 0
#! explicit gate mid/leaf#1 allow
#! cfi gate mid#1 allow
#! cfi gate mid/leaf#1 deny because=budget
if get_variable("u") == "yes":
    mid("Go on.", variables={"x": "word"})
