# The list that a loop runs over grows under an untrusted guard.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
xs = ["a"]
n = 0
for x in xs:
    n += 1
    if n == 1 and get_variable("u") == "yes":
        xs.append("b")
child(str(n))
