# The message is a variable from before the loop: it does not tell the round.
#! case precision
#! untrusted u = ["one", "two", "three"]
#! child child = "done"
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
message = "File " + "this mail."
for mail in get_variable("u"):
    child(message, variables={"mail": mail})
