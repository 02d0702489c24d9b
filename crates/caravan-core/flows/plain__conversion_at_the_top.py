# An operation that may fail, outside of any try: if it does, the run is over.
#! case precision
#! untrusted u = "41"
#! child child = "done"
#! all gate child#1 allow bits<=0
n = int(get_variable("u"))
name = "Ann"
child(f"Tell {name}.", variables={"n": n})
