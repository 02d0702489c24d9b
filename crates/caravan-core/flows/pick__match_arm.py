# A word by the arm of a `match`.
#! case precision
#! untrusted u = "invoice"
#! child child = "done"
#! cfi gate child#1 allow bits<=3
match get_variable("u"):
    case "invoice":
        word = "pay"
    case "spam":
        word = "delete"
    case _:
        word = "keep"
child(f"Please {word} it.")
