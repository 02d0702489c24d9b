# A function that appends to a list, called in a loop over mails: what has nothing to do with it stays free.
#! case precision
#! untrusted u = ["one", "two"]
#! child child = "done"
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
seen = []

def note(mail):
    seen.append(mail)

for mail in get_variable("u"):
    note(mail)
for name in ["Ann", "Bob"]:
    child(f"Write to {name}")
child("Summarise.", variables={"mails": seen})
