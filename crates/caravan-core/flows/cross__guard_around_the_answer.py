# A trusted answer, bound under a guard.
#! case attack
#! untrusted u = "yes" | "no"
#! child planner trusted = "Monday"
#! child child = "done"
#! budget 0
#! cfi label day control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
day = "some day"
if get_variable("u") == "yes":
    day = planner("Which day?")
child(f"Book {day}")
