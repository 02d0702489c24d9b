# A failure whose whole label is trusted may be told.
#! case precision
#! plan mid
#| raise ValueError("no such day")
#! child child = "done"
#! all label m data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
m = "fine"
try:
    m = mid("Say it.")
except RuntimeError as e:
    m = str(e)
child(m)
