# A comprehension's variable in a function is not the list of the same name outside.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
rows = [[1], [2]]
row = [3]

def note():
    [row.append(1) for row in rows]

if get_variable("u") == "yes":
    note()
child(str(len(rows[0])))
