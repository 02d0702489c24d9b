# A `continue` leaves out the rest of the statement that it stands in; the next round tells what that would have done.
#! case attack
#! untrusted u = "a" | "x"
#! child child = "done"
#! budget 1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
count = 0
for w in ["a", "b"]:
    if w == "b":
        child(f"There are {count}")
    if w != "":
        if w == u:
            continue
        count += 1
