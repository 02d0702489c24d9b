# An iterator that no arm touches.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all gate child#1 allow bits<=0
it = iter(["a", "b"])
mood = "good"
if get_variable("u") == "yes":
    mood = "bad"
child(f"Say {next(it)}")
