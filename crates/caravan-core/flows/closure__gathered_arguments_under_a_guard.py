# The same with arguments that the function gathers: two texts reach one place.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def tell(*words):
    child(f"Take {words[0]}")

if get_variable("u") == "yes":
    tell("a")
else:
    tell("b")
