# `f"Remind {name}"` for a name from a written list, under an untrusted condition.
#! case precision
#! untrusted u = "Bob has not paid, Ann has."
#! child child = "done"
#! cfi gate child#* allow bits<=2
#! cfi calls child 2
text = get_variable("u")
for name in ["Ann", "Bob", "Cid"]:
    if name in text:
        child(f"Remind {name}")
