# The argument that a chosen partial brings was chosen with it.
#! case attack
#! untrusted u = "yes" | "no"
#! tool write = "ok"
#! cfi argument write#1.0 control=untrusted bits>=1
import functools

act = functools.partial(write, "a") if get_variable("u") == "yes" else functools.partial(write, "b")
act()
