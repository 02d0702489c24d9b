# A function that adds to a list of the plan, called under a guard, changes that list and no other.
#! case precision
#! untrusted mails = ["invoice", "hello"]
#! child child = "done"
#! child other = "done"
#! cfi label names[0] data=trusted control=trusted bits<=0
#! all gate child#* allow bits<=0
#! all gate other#1 allow bits<=0
#! cfi structure log control=untrusted
names = ["Ann", "Bob"]
log = []

def note(mail):
    log.append(mail)

for mail in get_variable("mails"):
    if mail == "invoice":
        note(mail)
other("Say that it is done.")
for name in names:
    child(f"Write to {name}.")
