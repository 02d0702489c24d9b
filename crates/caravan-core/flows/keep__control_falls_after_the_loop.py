# So it is after a loop that was left by `break`.
#! case precision
#! untrusted u = "b" | "nothing"
#! tool send effect = "sent"
#! child child = "done"
#! all pc send#1 trusted
#! all gate child#1 allow bits<=0
u = get_variable("u")
for w in ["a", "b", "c"]:
    if w == u:
        break
send(text="hello")
child("Go on.")
