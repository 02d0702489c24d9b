# The same with `continue` in the first arm, and a `return` in the second.
#! case counted
#! untrusted u = every 5 of "acb"
#! child child = "done"
def spell(u):
    k = ""
    for i in range(5):
        k += str(i)
        if u[i] == "a":
            k = k[:-1]
            continue
        elif u[i] == "b":
            return k
    return k

child(spell(get_variable("u")))
