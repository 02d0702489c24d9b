# What a function would have done after the `return`, taken or not.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []

def work(text):
    if text == "yes":
        return
    log.append("x")

work(get_variable("u"))
child(str(len(log)))
