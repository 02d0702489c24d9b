# The earliest free slot of ten, by loop and `break`.
#! case precision
#! untrusted u = ["9:00", "9:30", "10:00"] | []
#! child child = "done"
#! cfi label chosen data=trusted control=untrusted bits>=1 bits<=10
#! cfi gate child#1 allow
#! cfi @1 message child#1 = "Book 10:30"
busy = get_variable("u")
chosen = "no slot"
for slot in ["9:00", "9:30", "10:00", "10:30", "11:00", "11:30", "12:00", "12:30", "13:00", "13:30"]:
    if slot not in busy:
        chosen = slot
        break
child(f"Book {chosen}")
