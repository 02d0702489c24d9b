# The message is made by a method, which reads a variable that the loop gives a value in each round.
#! case attack
#! untrusted u = "2" | "3"
#! child child = "done"
#! budget 1
#! cfi gate child#1 deny because=budget part=position bits>=2
n = "none"

class Report:
    def __str__(self):
        return "n " + n

report = Report()
for i in range(4):
    n = str(i)
    if get_variable("u") == n:
        child(f"{report}")
