# Under one guard one function changes a list of the top level and another tells its length.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
row = []

def note():
    row.append("x")

def tell():
    child(f"There are {len(row)}")

if get_variable("u") == "yes":
    note()
    tell()
else:
    tell()
