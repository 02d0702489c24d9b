# A `return` in `finally` hides the exception, not the choice.
#! case attack
#! untrusted u = "41" | "secret"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
def work(text):
    m = "failed"
    try:
        int(text)
        m = "fine"
    finally:
        return m

child(work(get_variable("u")))
