# `any` over written words, and one bit of it in the message.
#! case precision
#! untrusted u = "please pay now" | "hello"
#! child child = "done"
#! cfi gate child#1 allow bits<=1
text = get_variable("u")
urgent = any(word in text for word in ["now", "asap"])
child("It is urgent." if urgent else "It can wait.")
