# Two functions share a default value; under one guard one of them changes it and the other tells.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
row = []

def note(log=row):
    log.append("x")

def tell(log=row):
    child(f"There are {len(log)}")

if get_variable("u") == "yes":
    note()
    tell()
else:
    tell()
