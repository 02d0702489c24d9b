# A note that holds what the plan itself wrote comes back trusted.
#! case precision
#! tool write_note effect reads= writes=notes = "ok"
#! tool read_note trusted reads=notes = "Ann"
#! child child = "done"
#! all label note data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
write_note(text="Ann")
note = read_note()
child(f"Write to {note}")
