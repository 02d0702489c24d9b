# A handler that leaves the function.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []

def work(text):
    try:
        int(text)
    except ValueError:
        return
    log.append("x")

work(get_variable("u"))
child(str(len(log)))
