# One of twelve by `return`.
#! case counted
#! untrusted u = every 2 of "ABCD"
#! child child = "done"
def find(u):
    for w in ["AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA", "CB", "CC", "CD"]:
        if w == u:
            return w
    return "none"

child(find(get_variable("u")))
