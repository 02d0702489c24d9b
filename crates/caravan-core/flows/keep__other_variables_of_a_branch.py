# A branch taints what it may write, and nothing else.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all label name data=trusted control=trusted bits<=0
#! all label names data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
name = "Ann"
names = ["Ann", "Bob"]
mood = "good"
if get_variable("u") == "yes":
    mood = "bad " + name + names[0]
child(f"Write to {name} and {names[1]}")
