# A recursion that is none: a loop calls what the last call gave.
#! case attack
#! untrusted u = "cab."
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")

def step(k, text):
    if u[k] == ".":
        return None
    return (k + 1, text + ("a" if u[k] == "a" else "x"))

text = ""
state = (0, "")
while state is not None:
    text = state[1]
    state = step(state[0], state[1])
child(text)
