# Which variables are handed down is read by the child's planner; what it was told is said again by its plan.
#! case counted
#! untrusted u = every 4 of "abcd"
#! plan mid
#| low("".join(sorted(n for n in ["a", "b", "c", "d"] if n in get_variable("all"))))
#! child mid/low = "done"
u = get_variable("u")
mid("Go on.", variables={"all": {n: 1 for n in ["a", "b", "c", "d"] if n in u}})
