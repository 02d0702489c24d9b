# The names under which a function is given its arguments.
#! case attack
#! untrusted u = "alpha"
#! child child = "done"
#! all gate child#1 deny because=data
def names(**values):
    return list(values)[0]

child(names(**{get_variable("u"): 1}))
