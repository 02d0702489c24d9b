# The answer of a child whose plan spells it out is as trusted as that plan.
#! case precision
#! child planner trusted = "Monday"
#! child child = "done"
#! all label day data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
day = planner("Which day is it?")
child(f"Book {day}.")
