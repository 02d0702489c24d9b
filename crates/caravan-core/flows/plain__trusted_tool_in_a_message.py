# A trusted tool's date inside a message.
#! case precision
#! tool today trusted = "2026-11-30"
#! child child = "done"
#! all label day data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
day = today()
child(f"Book a table for {day}.")
