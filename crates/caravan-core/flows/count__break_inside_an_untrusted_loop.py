# The loop with the `break` stands inside one of untrusted length.
#! case attack
#! untrusted mails = ["b", "c"] | ["a", "c", "b", "b"]
#! tool note = "ok"
#! child child = "done"
#! cfi argument note#1.0 control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
last = "z"
for mail in get_variable("mails"):
    found = "z"
    for w in ["a", "b"]:
        if w == mail:
            found = w
            break
    note(found)
    last = found
child(last)
