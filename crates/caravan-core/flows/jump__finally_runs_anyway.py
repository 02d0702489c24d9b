# A `return` under a guard inside `try`: the `finally` tells nothing, what comes after it does.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

def work(text):
    try:
        if text == "yes":
            return
        log.append("x")
    finally:
        log.append("y")

work(get_variable("u"))
child(str(len(log)))
