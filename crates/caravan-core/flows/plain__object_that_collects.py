# The same with an object.
#! case precision
#! untrusted u = ["one", "two"]
#! child child = "done"
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
class Digest:
    def __init__(self):
        self.mails = []

    def add(self, mail):
        self.mails.append(mail)

digest = Digest()
for mail in get_variable("u"):
    digest.add(mail)
for name in ["Ann", "Bob"]:
    child(f"Write to {name}")
child("Summarise.", variables={"mails": digest.mails})
