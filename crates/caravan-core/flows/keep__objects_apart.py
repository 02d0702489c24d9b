# Two objects of one class: what one holds does not touch the other.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all label name data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
class Person:
    def __init__(self, name):
        self.name = name

ann = Person("Ann")
other = Person(get_variable("u"))
if other.name == "yes":
    other.name = "x"
name = ann.name
child(f"Write to {name}")
