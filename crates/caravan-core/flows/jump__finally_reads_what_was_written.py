# A `finally` runs whether the body was left early or not, and reads what the body had written by then.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
leave = get_variable("u") == "yes"

def work():
    m = "left"
    try:
        if leave:
            return
        m = "done"
    finally:
        child(m)

work()
