# And after a loop of untrusted length.
#! case precision
#! untrusted u = ["one", "two"]
#! tool send effect = "sent"
#! child child = "done"
#! all pc send#1 trusted
#! all gate child#1 allow bits<=0
for mail in get_variable("u"):
    print(mail)
send(text="hello")
child("Go on.")
