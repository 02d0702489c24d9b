# Whether a callback runs at all is decided by the list that it runs over, and so whether it uses an iterator up.
#! case attack
#! untrusted mails = [] | ["a"]
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
names = iter(["Ann", "Bob"])
sizes = list(map(lambda mail: len(list(names)), get_variable("mails")))
child("-".join(names))
