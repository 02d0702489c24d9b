# A trusted tool's result, bound under a guard, takes the guard when control leaves.
#! case attack
#! untrusted u = "yes" | "no"
#! tool today trusted reads= = "Monday"
#! child child = "done"
#! budget 0
#! cfi label day data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
day = "some day"
if get_variable("u") == "yes":
    day = today()
child(f"Book {day}")
