# A flag set inside a loop over a written list: three guards.
#! case precision
#! untrusted u = "this is urgent" | "hello"
#! child child = "done"
#! cfi label found data=trusted control=untrusted bits<=3
#! cfi gate child#1 allow bits<=3
text = get_variable("u")
found = False
for word in ["urgent", "asap", "now"]:
    if word in text:
        found = True
child(f"Urgent: {found}")
