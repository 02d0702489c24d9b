# And it keeps what was put in.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all gate child#1 deny because=data
def remember(word, seen=[]):
    seen.append(word)
    return seen[0]

remember(get_variable("u"))
child(remember("x"))
