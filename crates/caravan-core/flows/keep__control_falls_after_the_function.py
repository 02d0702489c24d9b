# And after a function with an early `return`.
#! case precision
#! untrusted u = "yes" | "no"
#! tool send effect = "sent"
#! child child = "done"
#! all pc send#1 trusted
#! all gate child#1 allow bits<=0
def work(text):
    if text == "yes":
        return "a"
    return "b"

work(get_variable("u"))
send(text="hello")
child("Go on.")
