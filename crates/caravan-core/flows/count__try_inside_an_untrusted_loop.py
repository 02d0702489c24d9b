# Each round of a loop of untrusted length asks once more whether something raises.
#! case attack
#! untrusted mails = ["x", "y"] | ["x", "y", "z"]
#! untrusted u = "1" | "no"
#! tool note = "ok"
#! child child = "done"
#! cfi argument note#1.0 control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
last = "z"
for mail in get_variable("mails"):
    try:
        n = int(u)
        word = "a"
    except ValueError:
        word = "b"
    note(word)
    last = word
child(last)
