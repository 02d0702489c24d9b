# The first of a filtered list of a hundred, or a word where there is none.
#! case precision
#! untrusted u = [41, 60] | []
#! child child = "done"
#! cfi @1 gate child#1 allow bits>=6.65 bits<=8
free = [k for k in range(100) if k in get_variable("u")]
slot = f"number {free[0]}" if free else "none"
child(f"Take {slot}")
