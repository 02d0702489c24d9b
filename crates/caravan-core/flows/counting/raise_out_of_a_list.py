# One of twelve by `raise` and a handler that uses the exception's text.
#! case counted
#! untrusted u = every 2 of "ABCD"
#! child child = "done"
u = get_variable("u")
try:
    for w in ["AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA", "CB", "CC", "CD"]:
        if w == u:
            raise ValueError(w)
except ValueError as error:
    child(str(error))
