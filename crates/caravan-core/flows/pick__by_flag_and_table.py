# A truth value as a key.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi gate child#1 allow bits<=1.59
child({True: "Go on.", False: "Stop."}[get_variable("u") == "yes"])
