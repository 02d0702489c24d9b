# A guard that is trusted opens nothing.
#! case precision
#! tool today trusted = "Monday"
#! child child = "done"
#! all label m data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
m = "work"
if today() == "Sunday":
    m = "rest"
child(m)
