# A class says how it is written out; a function, which no guard calls, changes lists. The guards change none.
#! case precision
#! untrusted mails = ["invoice", "hello"]
#! child child = "done"
#! all gate child#* allow bits<=0
class Person:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f"Mx {self.name}"

def filled(rows):
    rows.append("end")
    return rows

people = [Person("Ann"), Person("Bob")]
rows = filled(["begin"])
count = 0
for mail in get_variable("mails"):
    if mail == "invoice":
        count += 1
for person in people:
    child(f"Write to {person}. {len(rows)}")
