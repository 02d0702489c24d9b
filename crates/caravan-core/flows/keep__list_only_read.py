# A list that a loop over mails only reads keeps its labels.
#! case precision
#! untrusted u = ["Ann writes", "Bob writes"]
#! child child = "done"
#! cfi label names data=trusted control=trusted bits<=0
#! noninterference label names data=trusted control=trusted
#! all gate child#1 allow bits<=0
names = ["Ann", "Bob"]
hits = []
for mail in get_variable("u"):
    for name in names:
        if name in mail:
            hits.append(mail)
child(f"Greet {names[0]} and {len(names)} in all.")
