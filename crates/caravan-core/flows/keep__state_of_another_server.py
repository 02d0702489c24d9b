# Nor does what was written to one state reach another.
#! case precision
#! untrusted u = "yes" | "no"
#! tool write_note effect reads= writes=notes = "ok"
#! tool read_book trusted reads=book = "Ann"
#! child child = "done"
#! all label name data=trusted control=trusted bits<=0
#! explicit gate child#1 allow bits<=0
#! cfi gate child#1 allow bits<=0
#! noninterference @2 gate child#1 allow bits<=0
#! noninterference @1 tool write_note#1 deny
name = "nobody"
if get_variable("u") == "yes":
    write_note(text="hello")
name = read_book()
child(f"Write to {name}")
