# A `try` in which nothing untrusted could raise tells nothing.
#! case precision
#! child child = "done"
#! all label m data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
m = "none"
try:
    m = {"a": "x"}["b"]
except KeyError as e:
    m = f"no {e}"
child(m)
