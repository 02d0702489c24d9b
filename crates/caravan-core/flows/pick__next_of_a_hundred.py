# The next of a filtered generator of a hundred, or a word.
#! case precision
#! untrusted u = [41, 60] | []
#! child child = "done"
#! cfi gate child#1 allow bits>=6.65 bits<=6.66
u = get_variable("u")
slot = next((f"number {k}" for k in range(100) if k in u), "none")
child(f"Take {slot}")
