# A variable that is named as an argument of a call is not changed by that: a message from before the loop, in a function.
#! case precision
#! untrusted u = ["one", "two"]
#! child child = "done"
#! cfi gate child#* allow bits<=0
#! cfi calls child 2
def file(message, mail):
    child(message, variables={"mail": mail})

for mail in get_variable("u"):
    file("File this mail.", mail)
