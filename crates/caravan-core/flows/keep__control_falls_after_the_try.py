# And after a `try` whose handler ran, or not.
#! case precision
#! untrusted u = "41" | "secret"
#! tool send effect = "sent"
#! child child = "done"
#! all pc send#1 trusted
#! all gate child#1 allow bits<=0
try:
    int(get_variable("u"))
except ValueError:
    pass
send(text="hello")
child("Go on.")
