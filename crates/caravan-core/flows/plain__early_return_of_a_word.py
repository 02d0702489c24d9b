# A function that returns one of its words early.
#! case precision
#! untrusted u = "urgent!" | "hello"
#! child child = "done"
#! cfi gate child#1 allow bits<=2
def kind(text):
    if "urgent" in text:
        return "urgent"
    return "ordinary"

child(f"File it as {kind(get_variable('u'))}.")
