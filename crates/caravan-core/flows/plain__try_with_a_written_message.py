# A failing conversion answered with a written message.
#! case precision
#! untrusted u = "secret" | "41"
#! child child = "done"
#! cfi gate child#1 allow bits<=0
try:
    n = int(get_variable("u"))
    child("Use the number.", variables={"n": n})
except ValueError:
    child("There is no number.")
