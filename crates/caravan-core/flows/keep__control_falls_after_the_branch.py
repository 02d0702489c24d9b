# After the branch the control is what it was before: side effects and chosen words are free again.
#! case precision
#! untrusted u = "yes" | "no"
#! tool send effect = "sent"
#! child child = "done"
#! all pc send#1 trusted
#! all tool send#1 allow
#! all gate child#1 allow bits<=0
mood = "good"
if get_variable("u") == "yes":
    mood = "bad"
send(text="hello")
child("Go on.")
