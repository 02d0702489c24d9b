# A list is changed in one arm and taken out of its table in both: when the branch ends, no variable of its set leads to it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
table = {"k": []}
row = table["k"]
if get_variable("u") == "yes":
    table["k"].append("x")
    del table["k"]
else:
    del table["k"]
child(str(len(row)))
