# A value made under a guard does not carry it while control stays there.
#! case precision
#! untrusted u = "yes"
#! tool send effect = "sent"
#! child child = "done"
#! budget 0
#! cfi argument send#1.text data=trusted control=trusted bits<=0
#! cfi gate child#1 allow bits<=0
if get_variable("u") == "yes":
    name = "Ann"
    text = f"Dear {name}"
    send(text=text)
    child(f"Tell {name}")
