# What a round writes after a `continue` is decided by its guard, also for a message in a later round.
#! case attack
#! untrusted u = ["a"] | ["b"]
#! child child = "done"
#! budget 0
#! cfi gate child#* deny because=budget
#! noninterference gate child#* deny because=control
after = ""
for name in ["a", "b", "c"]:
    if name == "c":
        child(after)
    if name != "z":
        if name in get_variable("u"):
            continue
        after = after + name
